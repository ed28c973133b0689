import type { ConferenceApi } from "../calls/conferences/conference-api.ts";
import type { CallIntake } from "../calls/legs/leg.ts";
import type { CallApi } from "../calls/placing/call-api.ts";
import type { EdgeDialers } from "../calls/placing/dialers.ts";
import type { QueueApi } from "../calls/queues/queue-api.ts";
import type { RecordingApi } from "../calls/recordings/recording-api.ts";
import type { NotificationRepository } from "../calls/registry/notification-repository.ts";
import type { ApplicationRepository } from "../directory/application-repository.ts";
import type { ApiKeyRepository } from "../directory/create-api-key-repository.ts";
import type { CallerIdRepository, NumberRepository } from "../directory/number-repository.ts";
import type { AccountRecord } from "../directory/state-file.ts";
import type { WorkMarker } from "../storage/work-marker.ts";
import type { Callback } from "../webhooks/callback-outbox.ts";
import type { Traffic } from "./read-traffic.ts";
import type { CallerIdValidations } from "./verification/caller-id-validations.ts";

export interface ExchangeControl {
  calls: CallApi;
  conferences: ConferenceApi;
  queues: QueueApi;
  recordings: RecordingApi;
  directory: ExchangeDirectory;
  reports: ExchangeReports;
  edges: EdgeAccess;
  /** Writes what the next start needs to continue the calls. The process ends after it. */
  leave(): Promise<void>;
  /** Ends every call and waits a few seconds at most for the last callbacks. */
  close(): Promise<void>;
}

export interface ExchangeDirectory {
  numbers: NumberRepository;
  callerIds: CallerIdRepository;
  callerIdValidations: CallerIdValidations;
  applications: ApplicationRepository;
  keys: ApiKeyRepository;
  account: AccountRecord;
  changes: DirectoryChanges;
}

export interface DirectoryChanges {
  readonly revision: number;
  /** Resolves to true when all changes are on the disk, and to false when the write failed. */
  persisted(): Promise<boolean>;
}

export interface ExchangeReports {
  notifications: NotificationRepository;
  readonly load: { calls: number; turnedAway: number; turnedAwayAt: Date | null };
  readTraffic(): Traffic;
}

export interface EdgeAccess {
  intake: CallIntake;
  /** An edge without a new dialer keeps its dialer. */
  setDialers(dialers: Partial<EdgeDialers>): void;
  knowsTrunk(this: void, sid: string): boolean;
  /** Returns true when the owner of the number has verified it. */
  isVerified(number: string): boolean;
  sendCallback(this: void, callback: Callback): void;
  /** Marks the leg whose SIP message is being processed. */
  marker: Pick<WorkMarker, "run">;
  /**
   * Call this when the dialer of SIP is set and before REST listens. It opens the ports of the
   * previous exchange's calls again, and starts their sound.
   */
  resume(): Promise<void>;
  /**
   * Call this when every port is open; `url` is the address of the REST API. The exchange then
   * continues the calls of a crashed exchange, ends those that cannot continue, repairs recordings,
   * and sends callbacks.
   */
  start(url: string): void;
}
