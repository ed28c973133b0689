import type { LegStats } from "@linedesk/media";
import type { CallMessage } from "../legs/leg.ts";
import type { CallRecord, CallStatus } from "../live/call.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { CallFilter } from "./call-filter.ts";
import type { CallJournal } from "./call-journal.ts";
import { compareNewestFirst } from "./compare-newest-first.ts";

const MAX_STORED_STATS = 1_000;

export interface CallLimits {
  endedCallLimit: number;
  liveCallLimit: number;
}

export const CALL_LIMITS: CallLimits = { endedCallLimit: 10_000, liveCallLimit: 2_000 };

export class CallRegistry {
  readonly #live = new Map<string, LiveCall>();
  readonly #ended = new Map<string, CallRecord>();
  readonly #archivedLegs = new Map<string, string>();
  readonly #stats = new Map<string, LegStats>();
  readonly endedCounts = new Map<CallStatus, number>();
  readonly #limits: CallLimits;
  readonly #journal: CallJournal;
  readonly #changeListeners = new Set<(call: CallRecord) => void>();
  readonly #messageListeners = new Set<(callSid: string, message: CallMessage) => void>();

  constructor(limits: CallLimits, journal: CallJournal) {
    this.#limits = limits;
    this.#journal = journal;
  }

  restore(record: CallRecord): void {
    this.#storeEnded(record);
  }

  get isFull(): boolean {
    return this.#live.size >= this.#limits.liveCallLimit;
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

  emitChange(call: LiveCall): void {
    const record = call.record();
    if (call.isOver) {
      this.#archive(call, record);
    }
    for (const listener of this.#changeListeners) {
      listener(record);
    }
  }

  /** Stores the call after a change, even if its state stays the same. */
  store(call: LiveCall): void {
    this.#journal.store(call.toStored());
  }

  handleCallbacksSettled(call: LiveCall): void {
    if (this.#ended.has(call.sid)) {
      this.#journal.store(call.toStored());
    }
  }

  emitMessage(call: LiveCall, message: CallMessage): void {
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

  list(filter: CallFilter = {}): CallRecord[] {
    const live = this.liveCalls().map((call) => call.record());
    return [...this.#ended.values(), ...live]
      .filter((call) => matchesCallFilter(call, filter))
      .sort(compareNewestFirst);
  }

  /** Removes an ended call and erases it from the journal, even if it is no longer in memory. */
  remove(sid: string): boolean {
    this.#stats.delete(sid);
    this.#journal.erase(sid);
    return this.#ended.delete(sid);
  }

  persisted(): Promise<void> {
    return this.#journal.persisted();
  }

  /** Stores the last measurement of the leg, which comes after the end of its call. */
  storeStats(legId: string, stats: LegStats): void {
    const callSid = this.byLeg(legId)?.sid ?? this.#archivedLegs.get(legId);
    if (callSid === undefined) {
      return;
    }
    this.#stats.set(callSid, stats);
    evictOldest(this.#stats, MAX_STORED_STATS);
  }

  findStats(sid: string): LegStats | null {
    return this.#stats.get(sid) ?? null;
  }

  #archive(call: LiveCall, record: CallRecord): void {
    if (this.#live.delete(call.sid)) {
      this.endedCounts.set(record.status, (this.endedCounts.get(record.status) ?? 0) + 1);
    }
    if (call.leg) {
      this.#archivedLegs.set(call.leg.id, call.sid);
    }
    evictOldest(this.#archivedLegs, MAX_STORED_STATS);
    this.#storeEnded(record);
  }

  #storeEnded(record: CallRecord): void {
    this.#ended.set(record.sid, record);
    const dropped = evictOldest(this.#ended, this.#limits.endedCallLimit);
    if (dropped !== null) {
      this.#journal.remove(dropped);
    }
  }
}

function evictOldest<Value>(map: Map<string, Value>, limit: number): string | null {
  const oldest = map.keys().next().value;
  if (map.size <= limit || oldest === undefined) {
    return null;
  }
  map.delete(oldest);
  return oldest;
}

function matchesCallFilter(call: CallRecord, filter: CallFilter): boolean {
  return (
    (filter.from === undefined || call.from === filter.from) &&
    (filter.to === undefined || call.to === filter.to) &&
    (filter.parentCallSid === undefined || call.parentCallSid === filter.parentCallSid) &&
    (filter.status === undefined || call.status === filter.status) &&
    (filter.startedBefore === undefined ||
      (call.startedAt ?? call.createdAt) < filter.startedBefore)
  );
}
