/** One event or one batch of samples of the SDK, as it came. */
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
}

const DEFAULT_LIMITS: InsightLimits = { calls: 500, entriesPerCall: 300 };

/** What the SDK told of each call's quality; the oldest calls and entries make room [XS27]. */
export class InsightRepository {
  readonly #calls = new Map<string, InsightEntry[]>();
  readonly #limits: InsightLimits;

  constructor(limits: InsightLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  add(callSid: string, entry: InsightEntry): void {
    const entries = this.#calls.get(callSid) ?? [];
    this.#calls.delete(callSid);
    this.#calls.set(callSid, entries);
    entries.push(entry);
    if (entries.length > this.#limits.entriesPerCall) {
      entries.shift();
    }
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > this.#limits.calls && oldest !== undefined) {
      this.#calls.delete(oldest);
    }
  }

  list(callSid: string): InsightEntry[] {
    return [...(this.#calls.get(callSid) ?? [])];
  }
}
