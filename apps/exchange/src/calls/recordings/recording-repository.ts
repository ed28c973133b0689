import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import { RecordingStore } from "./recording-store.ts";
import {
  isUnfinished,
  nextRecordingStatus,
  type RecordingEvent,
  type RecordingRecord,
} from "./recording.ts";
import { sendRecordingCallback } from "./send-recording-callback.ts";

export interface RecordingLimits {
  /**
   * Limits on the number of stored recordings and on their bytes. Beyond either limit the exchange
   * deletes the oldest.
   */
  recordingLimit: number;
  recordingBytesLimit: number;
  /** A disk with less free space than this accepts no new recording. */
  recordingFreeBytes: number;
}

export const RECORDING_LIMITS: RecordingLimits = {
  recordingLimit: 10_000,
  recordingBytesLimit: 10 * 1024 ** 3,
  recordingFreeBytes: 100 * 1024 ** 2,
};

export interface RecordingRepositoryDeps {
  clock: Clock;
  logger: Logger;
  dataFolder: string | null;
  limits: RecordingLimits;
  outbox: CallbackOutbox;
}

/**
 * Keeps the state of each recording, in memory and beside its file. It applies events, saves the
 * result, sends the callbacks, and returns the record. Retention deletes the oldest recordings
 * first.
 */
export class RecordingRepository {
  readonly store: RecordingStore;
  readonly #services: RecordingRepositoryDeps;
  readonly #records = new Map<string, RecordingRecord>();
  #address = "http://127.0.0.1";

  constructor(services: RecordingRepositoryDeps) {
    const { dataFolder, limits, logger } = services;
    const { recordingFreeBytes: freeBytes } = limits;
    this.#services = services;
    this.store = new RecordingStore({ dataFolder, freeBytes, logger });
    for (const record of this.store.load()) {
      this.#records.set(record.sid, record);
    }
  }

  open(address: string): void {
    this.#address = address;
  }

  get all(): RecordingRecord[] {
    return [...this.#records.values()];
  }

  find(sid: string): RecordingRecord | null {
    return this.#records.get(sid) ?? null;
  }

  urlOf({ accountSid, sid }: Pick<RecordingRecord, "accountSid" | "sid">): string {
    return `${this.#address}/2010-04-01/Accounts/${accountSid}/Recordings/${sid}`;
  }

  add(record: RecordingRecord): void {
    this.#records.set(record.sid, record);
    this.store.save(record);
  }

  sendCallback(record: RecordingRecord): void {
    sendRecordingCallback(record, this.urlOf(record), this.#services.outbox);
  }

  dispatch(
    sid: string,
    event: RecordingEvent,
    change: Partial<Pick<RecordingRecord, "sound" | "errorCode">> = {},
  ): RecordingRecord | null {
    const before = this.#records.get(sid);
    if (before === undefined) {
      return null;
    }
    const status = nextRecordingStatus(before.status, event);
    if (status === before.status) {
      return null;
    }
    const updatedAt = new Date(this.#services.clock.now());
    const record = { ...before, ...change, status, updatedAt };
    this.add(record);
    if (event.type !== "resumed") {
      this.sendCallback(record);
    }
    return record;
  }

  prune(): void {
    const { recordingLimit: count, recordingBytesLimit: bytes } = this.#services.limits;
    for (const { sid } of findRecordingsPastRetention(this.all, { count, bytes })) {
      this.delete(sid).catch((error: unknown) => {
        this.#services.logger.error({ err: error, sid }, "recording retention failed");
      });
      this.#services.logger.info({ sid }, "recording deleted by retention");
    }
  }

  async delete(sid: string): Promise<void> {
    this.#records.delete(sid);
    await this.store.delete(sid);
  }

  async close(): Promise<void> {
    await this.store.close();
  }
}

interface RetentionLimits {
  count: number;
  bytes: number;
}

function findRecordingsPastRetention(
  records: readonly RecordingRecord[],
  limits: RetentionLimits,
): RecordingRecord[] {
  const ended = records
    .filter((record) => !isUnfinished(record))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  let bytes = ended.reduce((sum, record) => sum + soundBytes(record), 0);
  let count = records.length;
  return ended.filter((record) => {
    if (count <= limits.count && bytes <= limits.bytes) {
      return false;
    }
    bytes -= soundBytes(record);
    count -= 1;
    return true;
  });
}

function soundBytes({ status, sound }: RecordingRecord): number {
  return status === "completed" ? (sound?.bytes ?? 0) : 0;
}
