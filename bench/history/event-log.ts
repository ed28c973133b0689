import type { StationEvent } from "@linedesk/contract";

/** One event as a subscriber received it. */
interface LoggedEvent {
  seq: number;
  type: string;
  connection: number;
}

/** The seqs of the events that a feed applied after one snapshot. */
interface AppliedEvents {
  from: number;
  seqs: number[];
  /** The number of raw events before the snapshot. */
  rawBefore: number;
}

/** Everything that one subscriber received: the raw events, and what its feed made of them. */
export class EventLog {
  readonly raw: LoggedEvent[] = [];
  /** The feed's own sequence: each snapshot begins one. */
  readonly applied: AppliedEvents[] = [];
  /** Each applied event by its seq. */
  readonly events = new Map<number, string>();

  receive(event: LoggedEvent): void {
    this.raw.push(event);
  }

  begin(seq: number): void {
    this.applied.push({ from: seq, seqs: [], rawBefore: this.raw.length });
  }

  apply(events: readonly StationEvent[]): void {
    this.applied.at(-1)?.seqs.push(...events.map(({ seq }) => seq));
    for (const event of events) {
      this.events.set(event.seq, "call" in event ? `${event.type} ${event.call.id}` : event.type);
    }
  }

  /** Returns the breaches of "each event once and in order, without a gap". */
  faults(): string[] {
    const faults: string[] = [];
    for (const { from, seqs } of this.applied) {
      let last = from;
      for (const seq of seqs) {
        if (seq !== last + 1) {
          faults.push(`event ${String(seq)} was applied after ${String(last)}`);
        }
        last = seq;
      }
    }
    return [...faults, ...this.#rawFaults()];
  }

  /**
   * Within one connection, the events come in order. An event can come again when the server does
   * not know whether it was sent; the feed drops the repetition. After a stale marker events may be
   * left out, because the next snapshot has them.
   */
  #rawFaults(): string[] {
    const faults: string[] = [];
    const last = new Map<number, number>();
    let staleFrom: number | null = null;
    for (const [at, { seq, type, connection }] of this.raw.entries()) {
      staleFrom = type === "station.stale" ? at : staleFrom;
      const before = last.get(connection);
      if (before !== undefined && seq < before) {
        faults.push(`${type} ${String(seq)} arrived after ${String(before)}`);
      } else if (before !== undefined && seq > before + 1 && !this.#isLoose(staleFrom, at)) {
        faults.push(`${type} ${String(seq)} arrived after ${String(before)}: a gap`);
      }
      last.set(connection, seq);
    }
    return faults;
  }

  #isLoose(staleFrom: number | null, at: number): boolean {
    const hasSnapshot = this.applied.some(
      ({ rawBefore }) => rawBefore > (staleFrom ?? at) && rawBefore <= at,
    );
    return staleFrom !== null && !hasSnapshot;
  }
}
