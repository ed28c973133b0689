import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { Speech } from "@linedesk/speech";
import type { Conferences } from "../../calls/conferences/conferences.ts";
import type { CallTimeouts } from "../../calls/live/call-timeouts.ts";
import type { CallDialler } from "../../calls/placing/call-dialler.ts";
import type { Dialers } from "../../calls/placing/dialers.ts";
import type { DocumentRunner } from "../../calls/playback/document-runner.ts";
import type { PlaybackController } from "../../calls/playback/playback-controller.ts";
import type { WaitMusic } from "../../calls/playback/wait-music.ts";
import type { Queues } from "../../calls/queues/queues.ts";
import type { Recordings } from "../../calls/recordings/recordings.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import type { CallerIdRepository, NumberRepository } from "../../directory/number-repository.ts";
import type { WorkMarker } from "../../storage/work-marker.ts";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookClient } from "../../webhooks/webhook-client.ts";

export interface VerbServices {
  clock: Clock;
  logger: Logger;
  media: MediaPort;
  audio: AudioServices;
  calls: CallServices;
  directory: DirectoryServices;
  webhooks: WebhookServices;
  documents: DocumentServices;
  /** Marks the call whose verb begins. */
  marker: Pick<WorkMarker, "run">;
}

export interface AudioServices {
  playbacks: PlaybackController;
  speech: Speech;
}

export interface CallServices {
  timeouts: CallTimeouts;
  registry: CallRegistry;
  dialler: CallDialler;
  dialers: Dialers;
  conferences: Conferences;
  queues: Queues;
  recordings: Recordings;
}

export interface DirectoryServices {
  numbers: NumberRepository;
  callerIds: CallerIdRepository;
}

export interface WebhookServices {
  client: WebhookClient;
  outbox: CallbackOutbox;
}

export interface DocumentServices {
  interpreter: DocumentRunner;
  waitMusic: WaitMusic;
}
