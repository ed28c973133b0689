import { join } from "node:path";

import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import { RecordLog } from "../../storage/record-log.ts";
import type { StoredLeg } from "../legs/stored-leg.ts";
import type { CallRecord } from "../live/call.ts";
import { storedCall, type StoredCall } from "../live/stored-call.ts";

const FILE_NAME = "calls.jsonl";
/** The stored time of a crash is too early by at most this time. */
const HEARTBEAT_MS = 5_000;

export const CRASH_MESSAGE = "the exchange stopped while the call was in progress";

/**
 * Stores the calls on the disk. A call without an end was in progress when the exchange stopped: it
 * ended at the last time at which the exchange is known to have run.
 */
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
   * Runs once, at the start. Returns every call as ended, oldest first, and the sids of those that
   * a crash interrupted, each with its leg. The disk does not have their end yet.
   */
  load(): { calls: StoredCall[]; crashed: ReadonlyMap<string, StoredLeg | null> } {
    const lastSeen = this.#log.lastSeen() ?? new Date(this.#clock.now());
    const crashed = new Map<string, StoredLeg | null>();
    const calls = this.#log.rows().map((stored) => {
      if (stored.record.endedAt !== null) {
        return stored;
      }
      crashed.set(stored.record.sid, stored.leg);
      return { ...stored, record: endCrashedCall(stored.record, lastSeen), leg: null };
    });
    return { calls, crashed };
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

function endCrashedCall(record: CallRecord, lastSeen: Date): CallRecord {
  const { answeredAt, updatedAt } = record;
  const endedAt = lastSeen > updatedAt ? lastSeen : updatedAt;
  const answeredMs = answeredAt === null ? 0 : endedAt.getTime() - answeredAt.getTime();
  return {
    ...record,
    status: answeredAt === null ? "failed" : "completed",
    endedAt,
    updatedAt: endedAt,
    durationS: Math.round(answeredMs / 1000),
    end: { cause: "failed", message: CRASH_MESSAGE },
  };
}
