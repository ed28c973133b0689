import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { Recogniser, Speech } from "@linedesk/speech";
import type { Rooms } from "../../calls/conferences/rooms.ts";
import type { CoreDefaults } from "../../calls/live/core-defaults.ts";
import type { CallPlacer } from "../../calls/placing/call-placer.ts";
import type { CallTokens } from "../../calls/placing/call-token.ts";
import type { DocumentRunner } from "../../calls/playback/document-runner.ts";
import type { Listenings } from "../../calls/playback/listenings.ts";
import type { Playbacks } from "../../calls/playback/playbacks.ts";
import type { WaitMusic } from "../../calls/playback/wait-music.ts";
import type { Queues } from "../../calls/queues/queues.ts";
import type { Recordings } from "../../calls/recordings/recordings.ts";
import type { NotificationBook } from "../../calls/registry/notification-book.ts";
import type { Workflow } from "../../calls/workflows/workflow.ts";
import type { ApplicationBook } from "../../directory/application-book.ts";
import type { CallerIdBook, NumberBook } from "../../directory/number-book.ts";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookClient } from "../../webhooks/webhook-client.ts";
import type { WebhookTrail } from "../../webhooks/webhook-trail.ts";

/** The core's parts, as its own verbs and rooms reach each other. Made once, in core.ts. */
export interface CoreServices {
  accountSid: string;
  clock: Clock;
  logger: Logger;
  defaults: CoreDefaults;
  media: MediaPort;
  playbacks: Playbacks;
  listenings: Listenings;
  recogniser: Recogniser;
  client: WebhookClient;
  outbox: CallbackOutbox;
  notifications: NotificationBook;
  webhookTrail: WebhookTrail;
  speech: Speech;
  numbers: NumberBook;
  callerIds: CallerIdBook;
  callTokens: CallTokens;
  applications: ApplicationBook;
  rooms: Rooms;
  queues: Queues;
  workflows: ReadonlyMap<string, Workflow>;
  recordings: Recordings;
  placer: CallPlacer;
  interpreter: DocumentRunner;
  waitMusic: WaitMusic;
  /** When every change of settings is on the disk; false when it could not be written. */
  saved(): Promise<boolean>;
}
