import { join } from "node:path";

import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import { RecordLog } from "../../storage/record-log.ts";
import type { CallRecord } from "../live/call.ts";
import { keptCall, type KeptCall } from "../live/kept-call.ts";

const FILE_NAME = "calls.jsonl";
/** How exactly a crash can be dated. */
const BEAT_MS = 5_000;

export const CRASHED = "the exchange stopped while the call was in progress";

/**
 * The calls on the disk. A call that has no end there was in progress when the exchange stopped:
 * its end is then, as far as that is known.
 */
export class CallLedger {
  readonly #log: RecordLog<KeptCall>;
  readonly #clock: Clock;
  readonly #live = new Set<string>();
  readonly #isKept: boolean;
  #stopBeat: (() => void) | null = null;

  constructor(options: { folder: string | null; clock: Clock; logger: Logger }) {
    const { folder, clock, logger } = options;
    const path = folder === null ? null : join(folder, FILE_NAME);
    this.#isKept = path !== null;
    this.#clock = clock;
    this.#log = new RecordLog({ path, schema: keptCall, logger });
  }

  /**
   * Once, at the start: every call with an end, oldest first, and which of them the crash ended.
   * The disk still has those without one.
   */
  recover(): { calls: KeptCall[]; crashed: ReadonlySet<string> } {
    const lastSeen = this.#log.lastSeen() ?? new Date(this.#clock.now());
    const crashed = new Set<string>();
    const calls = this.#log.rows().map((kept) => {
      if (kept.record.endedAt !== null) {
        return kept;
      }
      crashed.add(kept.record.sid);
      return { ...kept, record: endAt(kept.record, lastSeen) };
    });
    return { calls, crashed };
  }

  put(kept: KeptCall): void {
    // Nobody needs to know whether an exchange is alive that keeps nothing.
    if (!this.#isKept) {
      return;
    }
    const { sid, endedAt } = kept.record;
    this.#log.put(sid, kept);
    if (endedAt === null) {
      this.#live.add(sid);
    } else {
      this.#live.delete(sid);
    }
    this.#beat();
  }

  drop(sid: string): void {
    this.#log.drop(sid);
  }

  written(): Promise<void> {
    return this.#log.written();
  }

  async close(): Promise<void> {
    this.#stopBeat?.();
    await this.#log.flush();
  }

  /** As long as there are calls, the file's time says that the exchange is alive. */
  #beat(): void {
    if (this.#live.size === 0) {
      this.#stopBeat?.();
      this.#stopBeat = null;
      return;
    }
    this.#stopBeat ??= this.#clock.after(BEAT_MS, () => {
      this.#stopBeat = null;
      void this.#log.touch(new Date(this.#clock.now()));
      this.#beat();
    });
  }
}

function endAt(record: CallRecord, lastSeen: Date): CallRecord {
  const { answeredAt, updatedAt } = record;
  const endedAt = lastSeen > updatedAt ? lastSeen : updatedAt;
  const talkMs = answeredAt === null ? 0 : endedAt.getTime() - answeredAt.getTime();
  return {
    ...record,
    status: answeredAt === null ? "failed" : "completed",
    endedAt,
    updatedAt: endedAt,
    durationS: Math.round(talkMs / 1000),
    end: { cause: "failed", message: CRASHED },
  };
}
