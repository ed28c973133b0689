import type { ConferenceBook } from "../calls/conferences/conference-book.ts";
import type { CallIntake } from "../calls/legs/leg.ts";
import type { CallBook } from "../calls/placing/call-book.ts";
import type { Dialers } from "../calls/placing/call-placer.ts";
import { isOurCallerId } from "../calls/placing/caller-id.ts";
import type { QueueBook } from "../calls/queues/queue-book.ts";
import type { RecordingBook } from "../calls/recordings/recording-book.ts";
import type { NotificationBook } from "../calls/registry/notification-book.ts";
import type { AccountCard } from "../directory/account-card.ts";
import type { ApplicationBook } from "../directory/application-book.ts";
import type { KeyBook } from "../directory/key-list.ts";
import type { CallerIdBook, NumberBook } from "../directory/number-book.ts";
import { createNumberPool, type NumberPool } from "../directory/number-pool.ts";
import type { Callback } from "../webhooks/callback-outbox.ts";
import type { WebhookTrail } from "../webhooks/webhook-trail.ts";
import { createConferenceBook } from "./conferences/rooms-book.ts";
import type { CoreOptions } from "./core-options.ts";
import { Core } from "./core.ts";
import { createRecordingBook } from "./recordings/recording-doors.ts";
import type { CallerIdChecks } from "./verification/caller-id-checks.ts";

export interface ExchangeCore {
  intake: CallIntake;
  calls: CallBook;
  conferences: ConferenceBook;
  queues: QueueBook;
  recordings: RecordingBook;
  numbers: NumberBook;
  numberPool: NumberPool;
  callerIds: CallerIdBook;
  /** Makes caller ids of numbers, by phoning them. */
  callerIdChecks: CallerIdChecks;
  applications: ApplicationBook;
  keys: KeyBook;
  account: AccountCard;
  notifications: NotificationBook;
  webhookTrail: WebhookTrail;
  /** Sends a webhook that only tells, as status callbacks are sent. */
  tell(callback: Callback): void;
  /** How many changes of settings were made. */
  readonly changes: number;
  /** When every one of them is on the disk; false when they could not be written. */
  saved(): Promise<boolean>;
  setDialers(dialers: Dialers): void;
  /** Is there a SIP trunk of that sid? */
  knowsTrunk(sid: string): boolean;
  /** Somebody has proved that the number is his. */
  isVerified(number: string): boolean;
  /**
   * Every port is ours, the REST API's at this address: what a crash left is repaired, written down
   * and told from now on.
   */
  begin(url: string): void;
  /** Ends every call and waits for the last callbacks, at most a few seconds. */
  close(): Promise<void>;
}

/**
 * Makes the call side of the exchange, with what the state file remembers. Throws
 * StateFileError when that cannot be read.
 */
export function createExchangeCore(options: CoreOptions): ExchangeCore {
  const core = new Core(options);
  if (options.dialers) {
    core.placer.setDialers(options.dialers);
  }
  const stopMedia = options.media.onEvent((event) => core.handleMedia(event));
  let closing: Promise<void> | null = null;
  async function close() {
    await core.close();
    stopMedia();
  }
  return {
    intake: core.intake,
    calls: core.calls,
    conferences: createConferenceBook(core.rooms, core),
    queues: core.queues.book,
    recordings: createRecordingBook(core.recordings, core),
    numbers: core.numbers,
    numberPool: createNumberPool(core.defaults.givenNumbers, core.numbers),
    callerIds: core.callerIds,
    callerIdChecks: core.callerIdChecks,
    applications: core.applications,
    keys: core.keys,
    account: core.account,
    notifications: core.notifications,
    webhookTrail: core.webhookTrail,
    tell: (callback) => core.outbox.send(callback),
    get changes() {
      return core.changes;
    },
    saved: () => core.saved(),
    setDialers: (dialers) => core.placer.setDialers(dialers),
    knowsTrunk: (sid) => core.placer.knowsTrunk(sid),
    isVerified: (number) => isOurCallerId(number, core),
    begin: (url) => core.begin(url),
    close: () => (closing ??= close()),
  };
}
