import { join } from "node:path";

import type { Logger } from "pino";

import { type Clock, TWILIO_CODES } from "@linedesk/base";
import { RecordLog } from "../../storage/record-log.ts";
import type { CallRecord } from "../live/call.ts";
import { storedCall, type StoredCall } from "../live/stored-call.ts";

const FILE_NAME = "calls.jsonl";
/** The stored time of a crash is too early by at most this time. */
const HEARTBEAT_MS = 5_000;

export const CRASH_MESSAGE = "the exchange stopped while the call was in progress";

/** Stores the calls on the disk. A call without an end was live when the exchange stopped. */
export class CallJournal {
  readonly #log: RecordLog<StoredCall>;
  readonly #clock: Clock;
  readonly #live = new Set<string>();
  readonly #isPersistent: boolean;
  #stopHeartbeat: (() => void) | null = null;

  constructor(options: { folder: string | null; clock: Clock; logger: Logger }) {
    const { folder, clock, logger } = options;
    const path = folder === null ? null : join(folder, FILE_NAME);
    this.#isPersistent = path !== null;
    this.#clock = clock;
    this.#log = new RecordLog({ path, schema: storedCall, logger });
  }

  /**
   * Runs once, at the start. Returns the ended calls and those that a crash interrupted, each
   * oldest first, and the last time at which the exchange is known to have run.
   */
  load(): { ended: StoredCall[]; interrupted: StoredCall[]; stoppedAt: Date } {
    const stoppedAt = this.#log.lastSeen() ?? new Date(this.#clock.now());
    const calls = this.#log.rows();
    const isEnded = ({ record }: StoredCall): boolean => record.endedAt !== null;
    return {
      ended: calls.filter((stored) => isEnded(stored)),
      interrupted: calls.filter((stored) => !isEnded(stored)),
      stoppedAt,
    };
  }

  store(stored: StoredCall): void {
    // An exchange without storage needs no heartbeat.
    if (!this.#isPersistent) {
      return;
    }
    const { sid, endedAt } = stored.record;
    this.#log.put(sid, stored);
    if (endedAt === null) {
      this.#live.add(sid);
    } else {
      this.#live.delete(sid);
    }
    this.#heartbeat();
  }

  remove(sid: string): void {
    this.#log.remove(sid);
  }

  erase(sid: string): void {
    this.#log.erase(sid);
  }

  persisted(): Promise<void> {
    return this.#log.persisted();
  }

  async close(): Promise<void> {
    this.#stopHeartbeat?.();
    await this.#log.flush();
  }

  /** While calls exist, the modification time of the file shows when the exchange last ran. */
  #heartbeat(): void {
    if (this.#live.size === 0) {
      this.#stopHeartbeat?.();
      this.#stopHeartbeat = null;
      return;
    }
    this.#stopHeartbeat ??= this.#clock.after(HEARTBEAT_MS, () => {
      this.#stopHeartbeat = null;
      void this.#log.touch(new Date(this.#clock.now()));
      this.#heartbeat();
    });
  }
}

/**
 * Ends a call that does not continue, at the last time at which the exchange is known to have run.
 */
export function endCrashedCall(record: CallRecord, lastSeen: Date): CallRecord {
  const { answeredAt, updatedAt } = record;
  const endedAt = lastSeen > updatedAt ? lastSeen : updatedAt;
  const answeredMs = answeredAt === null ? 0 : endedAt.getTime() - answeredAt.getTime();
  return {
    ...record,
    status: answeredAt === null ? "failed" : "completed",
    endedAt,
    updatedAt: endedAt,
    durationS: Math.round(answeredMs / 1000),
    end: {
      cause: "failed",
      twilioCode: TWILIO_CODES.INTERNAL_ERROR,
      message: CRASH_MESSAGE,
    },
  };
}
