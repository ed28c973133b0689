import type { LegStats } from "@linedesk/media";
import type { CallMessage } from "../legs/leg.ts";
import type { CallLogEntry } from "../live/call-log.ts";
import type { CallRecord } from "../live/call.ts";
import type { LiveCall } from "../live/live-call.ts";
import { byNewest } from "./by-newest.ts";
import type { CallFilter } from "./call-filter.ts";
import type { CallLedger } from "./call-ledger.ts";

const KEPT_LOGS = 1_000;

/** Live calls by sid, and what is kept of those that ended. */
export class CallRegistry {
  readonly #live = new Map<string, LiveCall>();
  readonly #ended = new Map<string, CallRecord>();
  readonly #buriedLegs = new Map<string, string>();
  readonly #readings = new Map<string, LegStats>();
  readonly #logs = new Map<string, CallLogEntry[]>();
  readonly #endedLimit: number;
  readonly #ledger: CallLedger;
  readonly #changeListeners = new Set<(call: CallRecord) => void>();
  readonly #messageListeners = new Set<(callSid: string, message: CallMessage) => void>();

  constructor(endedLimit: number, ledger: CallLedger) {
    this.#endedLimit = endedLimit;
    this.#ledger = ledger;
  }

  /** A call of before the restart, with what there is to say of it. */
  restore(record: CallRecord, log: CallLogEntry[]): void {
    this.#keepEnded(record);
    if (log.length > 0) {
      this.#keepLog(record.sid, log);
    }
  }

  get liveCount(): number {
    return this.#live.size;
  }

  add(call: LiveCall): void {
    this.#live.set(call.sid, call);
  }

  live(sid: string): LiveCall | null {
    return this.#live.get(sid) ?? null;
  }

  byLeg(legId: string): LiveCall | null {
    return this.liveCalls().find(({ leg }) => leg?.id === legId) ?? null;
  }

  liveCalls(): LiveCall[] {
    return [...this.#live.values()];
  }

  changed(call: LiveCall): void {
    const record = call.record();
    this.#ledger.put(call.keep());
    if (call.isOver) {
      this.#bury(call, record);
    }
    for (const listener of this.#changeListeners) {
      listener(record);
    }
  }

  /** What the disk has of it is not what changes its state alone. */
  keep(call: LiveCall): void {
    this.#ledger.put(call.keep());
  }

  /** The application knows of the end: nothing is owed any longer. */
  settled(call: LiveCall): void {
    if (this.#ended.has(call.sid)) {
      this.#ledger.put(call.keep());
    }
  }

  heard(call: LiveCall, message: CallMessage): void {
    for (const listener of this.#messageListeners) {
      listener(call.sid, message);
    }
  }

  onChange(listener: (call: CallRecord) => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onMessage(listener: (callSid: string, message: CallMessage) => void): () => void {
    this.#messageListeners.add(listener);
    return () => this.#messageListeners.delete(listener);
  }

  find(sid: string): CallRecord | null {
    return this.#live.get(sid)?.record() ?? this.#ended.get(sid) ?? null;
  }

  /** Newest first; the live and the ended together. */
  list(filter: CallFilter = {}): CallRecord[] {
    const live = this.liveCalls().map((call) => call.record());
    return [...this.#ended.values(), ...live]
      .filter((call) => isWanted(call, filter))
      .sort(byNewest);
  }

  forget(sid: string): boolean {
    this.#logs.delete(sid);
    this.#readings.delete(sid);
    this.#ledger.drop(sid);
    return this.#ended.delete(sid);
  }

  written(): Promise<void> {
    return this.#ledger.written();
  }

  log(sid: string): CallLogEntry[] {
    return this.#live.get(sid)?.log() ?? this.#logs.get(sid) ?? [];
  }

  /** The leg's last reading, which comes when its call has ended already. */
  measured(legId: string, stats: LegStats): void {
    const callSid = this.byLeg(legId)?.sid ?? this.#buriedLegs.get(legId);
    if (callSid === undefined) {
      return;
    }
    this.#readings.set(callSid, stats);
    dropOldest(this.#readings, KEPT_LOGS);
  }

  reading(sid: string): LegStats | null {
    return this.#readings.get(sid) ?? null;
  }

  #bury(call: LiveCall, record: CallRecord): void {
    this.#live.delete(call.sid);
    if (call.leg) {
      this.#buriedLegs.set(call.leg.id, call.sid);
    }
    dropOldest(this.#buriedLegs, KEPT_LOGS);
    this.#keepEnded(record);
    this.#keepLog(call.sid, call.log());
    // Verbs that tidy up after the end still write; the log is taken again when they have.
    setImmediate(() => this.#keepLog(call.sid, call.log()));
  }

  #keepEnded(record: CallRecord): void {
    this.#ended.set(record.sid, record);
    const dropped = dropOldest(this.#ended, this.#endedLimit);
    if (dropped !== null) {
      this.#ledger.drop(dropped);
    }
  }

  #keepLog(sid: string, log: CallLogEntry[]): void {
    this.#logs.set(sid, log);
    dropOldest(this.#logs, KEPT_LOGS);
  }
}

/** The key that had to go; null while there is room. */
function dropOldest<Value>(map: Map<string, Value>, limit: number): string | null {
  const oldest = map.keys().next().value;
  if (map.size <= limit || oldest === undefined) {
    return null;
  }
  map.delete(oldest);
  return oldest;
}

function isWanted(call: CallRecord, filter: CallFilter): boolean {
  const { startedAt, endedAt } = call;
  return (
    (filter.from === undefined || call.from === filter.from) &&
    (filter.to === undefined || call.to === filter.to) &&
    (filter.parentCallSid === undefined || call.parentCallSid === filter.parentCallSid) &&
    (filter.status === undefined || call.status === filter.status) &&
    isWithin(startedAt, filter.startedAfter, filter.startedBefore) &&
    isWithin(endedAt, filter.endedAfter, filter.endedBefore)
  );
}

function isWithin(at: Date | null, after: Date | undefined, before: Date | undefined): boolean {
  if (!after && !before) {
    return true;
  }
  return at !== null && (!after || at >= after) && (!before || at <= before);
}
