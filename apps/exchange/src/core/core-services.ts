import type { Logger } from "pino";

import type { ApplicationBook } from "../applications/application-book.ts";
import type { CallPlacer } from "../calls/outgoing/call-placer.ts";
import type { CallTokens } from "../calls/outgoing/call-token.ts";
import type { Rooms } from "../conferences/rooms.ts";
import type { MediaPort } from "../media/media-port.ts";
import type { NotificationBook } from "../notices/notification-book.ts";
import type { WebhookTrail } from "../notices/webhook-trail.ts";
import type { CallerIdBook, NumberBook } from "../numbers/number-book.ts";
import type { Queues } from "../queues/queues.ts";
import type { Recogniser } from "../recognition/recogniser.ts";
import type { Recordings } from "../recordings/recordings.ts";
import type { Speech } from "../speech/speech.ts";
import type { DocumentRunner } from "../twiml/document-runner.ts";
import type { WaitMusic } from "../twiml/wait-music.ts";
import type { CallbackOutbox } from "../webhooks/callback-outbox.ts";
import type { WebhookClient } from "../webhooks/webhook-client.ts";
import type { Workflow } from "../workflows/workflow.ts";
import type { Clock } from "./clock.ts";
import type { CoreDefaults } from "./core-defaults.ts";
import type { Listenings } from "./listenings.ts";
import type { Playbacks } from "./playbacks.ts";

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
