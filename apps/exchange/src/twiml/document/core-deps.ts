import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { Recogniser, Speech } from "@linedesk/speech";
import type { Conferences } from "../../calls/conferences/conferences.ts";
import type { CallTimeouts } from "../../calls/live/call-timeouts.ts";
import type { CallDialler } from "../../calls/placing/call-dialler.ts";
import type { Dialers } from "../../calls/placing/dialers.ts";
import type { DocumentRunner } from "../../calls/playback/document-runner.ts";
import type { PlaybackController } from "../../calls/playback/playback-controller.ts";
import type { UtteranceListeners } from "../../calls/playback/utterance-listeners.ts";
import type { WaitMusic } from "../../calls/playback/wait-music.ts";
import type { Queues } from "../../calls/queues/queues.ts";
import type { Recordings } from "../../calls/recordings/recordings.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import type { Workflow } from "../../calls/workflows/workflow.ts";
import type { CallerIdRepository, NumberRepository } from "../../directory/number-repository.ts";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookClient } from "../../webhooks/webhook-client.ts";

/** What the verbs of a document may use. */
export interface CoreDeps {
  clock: Clock;
  logger: Logger;
  defaults: CallTimeouts;
  media: MediaPort;
  playbacks: PlaybackController;
  listenings: UtteranceListeners;
  recogniser: Recogniser;
  client: WebhookClient;
  outbox: CallbackOutbox;
  speech: Speech;
  numbers: NumberRepository;
  callerIds: CallerIdRepository;
  conferences: Conferences;
  queues: Queues;
  workflows: ReadonlyMap<string, Workflow>;
  recordings: Recordings;
  registry: CallRegistry;
  dialler: CallDialler;
  dialers: Dialers;
  interpreter: DocumentRunner;
  waitMusic: WaitMusic;
}
