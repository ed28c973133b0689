import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { DocumentRunner } from "../playback/document-runner.ts";
import type { PlaybackController } from "../playback/playback-controller.ts";
import type { WaitMusic } from "../playback/wait-music.ts";
import type { Recordings } from "../recordings/recordings.ts";

/** What rooms need of the core. */
export interface ConferenceDeps {
  accountSid: string;
  clock: Clock;
  media: MediaPort;
  playbacks: PlaybackController;
  outbox: CallbackOutbox;
  recordings: Recordings;
  interpreter: DocumentRunner;
  waitMusic: WaitMusic;
  placer: { find(callSid: string): LiveCall | null };
}
