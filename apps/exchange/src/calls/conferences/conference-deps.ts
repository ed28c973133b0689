import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { DocumentRunner } from "../playback/document-runner.ts";
import type { PlaybackController } from "../playback/playback-controller.ts";
import type { WaitMusic } from "../playback/wait-music.ts";
import type { CallRegistry } from "../registry/call-registry.ts";

export interface ParticipantDeps {
  clock: Clock;
  media: MediaPort;
  playbacks: PlaybackController;
  interpreter: DocumentRunner;
  waitMusic: WaitMusic;
  registry: Pick<CallRegistry, "live">;
}

export interface ConferenceDeps {
  accountSid: string;
  outbox: CallbackOutbox;
  participants: ParticipantDeps;
}
