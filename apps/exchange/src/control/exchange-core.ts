import type { ConferenceApi } from "../calls/conferences/conference-api.ts";
import type { CallIntake } from "../calls/legs/leg.ts";
import type { CallApi } from "../calls/placing/call-api.ts";
import type { Dialers } from "../calls/placing/call-placer.ts";
import { isOwnCallerId } from "../calls/placing/resolve-caller-id.ts";
import type { QueueApi } from "../calls/queues/queue-api.ts";
import type { RecordingApi } from "../calls/recordings/recording-api.ts";
import type { NotificationRepository } from "../calls/registry/notification-repository.ts";
import type { AccountApi } from "../directory/account-api.ts";
import type { ApplicationRepository } from "../directory/application-repository.ts";
import type { ApiKeyRepository } from "../directory/create-api-key-repository.ts";
import { createNumberPool, type NumberPool } from "../directory/number-pool.ts";
import type { CallerIdRepository, NumberRepository } from "../directory/number-repository.ts";
import type { Callback } from "../webhooks/callback-outbox.ts";
import type { WebhookHistory } from "../webhooks/webhook-history.ts";
import { createConferenceApi } from "./conferences/create-conference-api.ts";
import type { CoreOptions } from "./core-options.ts";
import { Core } from "./core.ts";
import { createRecordingApi } from "./recordings/create-recording-api.ts";
import type { CallerIdValidations } from "./verification/caller-id-validations.ts";

export interface ExchangeCore {
  intake: CallIntake;
  calls: CallApi;
  conferences: ConferenceApi;
  queues: QueueApi;
  recordings: RecordingApi;
  numbers: NumberRepository;
  numberPool: NumberPool;
  callerIds: CallerIdRepository;
  /** Makes caller ids of numbers, by phoning them. */
  callerIdValidations: CallerIdValidations;
  applications: ApplicationRepository;
  keys: ApiKeyRepository;
  account: AccountApi;
  notifications: NotificationRepository;
  webhookHistory: WebhookHistory;
  /** Sends a webhook that only tells, as status callbacks are sent. */
  sendCallback(callback: Callback): void;
  /** How many changes of settings were made. */
  readonly revision: number;
  /** When every one of them is on the disk; false when they could not be written. */
  persisted(): Promise<boolean>;
  setDialers(dialers: Dialers): void;
  /** Is there a SIP trunk of that sid? */
  knowsTrunk(sid: string): boolean;
  /** Somebody has proved that the number is his. */
  isVerified(number: string): boolean;
  /**
   * Every port is ours, the REST API's at this address: what a crash left is repaired, written down
   * and told from now on.
   */
  start(url: string): void;
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
    conferences: createConferenceApi(core.conferences, core),
    queues: core.queues.api,
    recordings: createRecordingApi(core.recordings, core),
    numbers: core.numbers,
    numberPool: createNumberPool(core.defaults.poolNumbers, core.numbers),
    callerIds: core.callerIds,
    callerIdValidations: core.callerIdValidations,
    applications: core.applications,
    keys: core.keys,
    account: core.account,
    notifications: core.notifications,
    webhookHistory: core.webhookHistory,
    sendCallback: (callback) => core.outbox.send(callback),
    get revision() {
      return core.revision;
    },
    persisted: () => core.persisted(),
    setDialers: (dialers) => core.placer.setDialers(dialers),
    knowsTrunk: (sid) => core.placer.knowsTrunk(sid),
    isVerified: (number) => isOwnCallerId(number, core),
    start: (url) => core.start(url),
    close: () => (closing ??= close()),
  };
}
