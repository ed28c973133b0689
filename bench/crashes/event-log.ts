import type { StationEvent } from "@linedesk/contract";

/** One event as a subscriber received it. */
interface LoggedEvent {
  seq: number;
  type: string;
  connection: number;
}

/** Everything that one subscriber received: the raw events, and what its feed made of them. */
export class EventLog {
  readonly raw: LoggedEvent[] = [];
  /** The feed's own sequence: each snapshot begins one. */
  readonly applied: { from: number; seqs: number[] }[] = [];

  receive(event: LoggedEvent): void {
    this.raw.push(event);
  }

  begin(seq: number): void {
    this.applied.push({ from: seq, seqs: [] });
  }

  apply(events: readonly StationEvent[]): void {
    this.applied.at(-1)?.seqs.push(...events.map(({ seq }) => seq));
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
   * not know whether it was sent; the feed drops the repetition.
   */
  #rawFaults(): string[] {
    const faults: string[] = [];
    const last = new Map<number, number>();
    for (const { seq, type, connection } of this.raw) {
      const before = last.get(connection);
      if (before !== undefined && seq < before) {
        faults.push(`${type} ${String(seq)} arrived after ${String(before)}`);
      } else if (before !== undefined && seq > before + 1) {
        faults.push(`${type} ${String(seq)} arrived after ${String(before)}: a gap`);
      }
      last.set(connection, seq);
    }
    return faults;
  }
}
