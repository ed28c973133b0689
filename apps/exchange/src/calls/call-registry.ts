import type { CallFilter } from "./call-book.ts";
import type { CallLogEntry } from "./call-log.ts";
import type { CallRecord } from "./call.ts";
import type { CallMessage } from "./leg.ts";
import type { LiveCall } from "./live-call.ts";

const KEPT_LOGS = 1_000;

/** Live calls by sid, and what is kept of those that ended. */
export class CallRegistry {
  readonly #live = new Map<string, LiveCall>();
  readonly #ended = new Map<string, CallRecord>();
  readonly #logs = new Map<string, CallLogEntry[]>();
  readonly #endedLimit: number;
  readonly #changeListeners = new Set<(call: CallRecord) => void>();
  readonly #messageListeners = new Set<(callSid: string, message: CallMessage) => void>();

  constructor(endedLimit: number) {
    this.#endedLimit = endedLimit;
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
    if (call.isOver) this.#bury(call, record);
    for (const listener of this.#changeListeners) listener(record);
  }

  heard(call: LiveCall, message: CallMessage): void {
    for (const listener of this.#messageListeners) listener(call.sid, message);
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
      .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  }

  forget(sid: string): boolean {
    this.#logs.delete(sid);
    return this.#ended.delete(sid);
  }

  log(sid: string): CallLogEntry[] {
    return this.#live.get(sid)?.log() ?? this.#logs.get(sid) ?? [];
  }

  #bury(call: LiveCall, record: CallRecord): void {
    this.#live.delete(call.sid);
    this.#ended.set(call.sid, record);
    dropOldest(this.#ended, this.#endedLimit);
    // Verbs that tidy up after the end still write; the log is taken when they have.
    setImmediate(() => {
      this.#logs.set(call.sid, call.log());
      dropOldest(this.#logs, KEPT_LOGS);
    });
  }
}

function dropOldest<Value>(map: Map<string, Value>, limit: number): void {
  const oldest = map.keys().next().value;
  if (map.size > limit && oldest !== undefined) map.delete(oldest);
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
  if (!after && !before) return true;
  return at !== null && (!after || at >= after) && (!before || at <= before);
}
