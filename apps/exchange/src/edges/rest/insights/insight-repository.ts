export interface InsightEntry {
  receivedAt: Date;
  kind: "event" | "metrics";
  group: string;
  name: string;
  payload: unknown;
}

export interface InsightLimits {
  calls: number;
  entriesPerCall: number;
  /** The limits of one payload as JSON, and of all stored ones, in characters. */
  payload: number;
  total: number;
}

const DEFAULT_LIMITS: InsightLimits = {
  calls: 500,
  entriesPerCall: 300,
  // The SDK posts at most about 10 KB of samples in one request, so its payloads fit.
  payload: 32_768,
  total: 16_000_000,
};

/** The payload as JSON; its size is its number of characters. */
type StoredEntry = Omit<InsightEntry, "payload"> & { text: string };

export class InsightRepository {
  readonly #calls = new Map<string, StoredEntry[]>();
  readonly #limits: InsightLimits;
  #total = 0;

  constructor(limits: Partial<InsightLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  get total(): number {
    return this.#total;
  }

  add(callSid: string, { payload, ...entry }: InsightEntry): boolean {
    const text = JSON.stringify(payload);
    if (text.length > this.#limits.payload) {
      return false;
    }
    const entries = this.#calls.get(callSid) ?? [];
    this.#calls.delete(callSid);
    this.#calls.set(callSid, entries);
    entries.push({ ...entry, text });
    this.#total += text.length;
    if (entries.length > this.#limits.entriesPerCall) {
      this.#total -= entries.shift()?.text.length ?? 0;
    }
    this.#makeRoom();
    return true;
  }

  #makeRoom(): void {
    for (const [sid, entries] of this.#calls) {
      if (this.#calls.size <= this.#limits.calls && this.#total <= this.#limits.total) {
        return;
      }
      this.#calls.delete(sid);
      this.#total -= entries.reduce((sum, { text }) => sum + text.length, 0);
    }
  }

  list(callSid: string): InsightEntry[] {
    return (this.#calls.get(callSid) ?? []).map(({ text, ...entry }) => ({
      ...entry,
      payload: JSON.parse(text) as unknown,
    }));
  }
}
