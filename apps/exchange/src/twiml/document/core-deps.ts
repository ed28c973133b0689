import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { Recogniser, Speech } from "@linedesk/speech";
import type { Conferences } from "../../calls/conferences/conferences.ts";
import type { CoreDefaults } from "../../calls/live/core-defaults.ts";
import type { CallPlacer } from "../../calls/placing/call-placer.ts";
import type { CallTokens } from "../../calls/placing/call-token.ts";
import type { DocumentRunner } from "../../calls/playback/document-runner.ts";
import type { PlaybackController } from "../../calls/playback/playback-controller.ts";
import type { UtteranceListeners } from "../../calls/playback/utterance-listeners.ts";
import type { WaitMusic } from "../../calls/playback/wait-music.ts";
import type { Queues } from "../../calls/queues/queues.ts";
import type { Recordings } from "../../calls/recordings/recordings.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import type { NotificationRepository } from "../../calls/registry/notification-repository.ts";
import type { Workflow } from "../../calls/workflows/workflow.ts";
import type { ApplicationRepository } from "../../directory/application-repository.ts";
import type { CallerIdRepository, NumberRepository } from "../../directory/number-repository.ts";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookClient } from "../../webhooks/webhook-client.ts";
import type { WebhookHistory } from "../../webhooks/webhook-history.ts";

/** The core's parts, as its own verbs and rooms reach each other. Made once, in core.ts. */
export interface CoreDeps {
  accountSid: string;
  clock: Clock;
  logger: Logger;
  defaults: CoreDefaults;
  media: MediaPort;
  playbacks: PlaybackController;
  listenings: UtteranceListeners;
  recogniser: Recogniser;
  client: WebhookClient;
  outbox: CallbackOutbox;
  notifications: NotificationRepository;
  webhookHistory: WebhookHistory;
  speech: Speech;
  numbers: NumberRepository;
  callerIds: CallerIdRepository;
  callTokens: CallTokens;
  applications: ApplicationRepository;
  conferences: Conferences;
  queues: Queues;
  workflows: ReadonlyMap<string, Workflow>;
  recordings: Recordings;
  registry: CallRegistry;
  placer: CallPlacer;
  interpreter: DocumentRunner;
  waitMusic: WaitMusic;
  /** When every change of settings is on the disk; false when it could not be written. */
  persisted(): Promise<boolean>;
}
