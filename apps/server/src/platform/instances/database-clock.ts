import { type Clock, systemClock } from "@linedesk/base";

/** A moment of the database, between two moments of `performance.now()` on this machine. */
export interface ClockSample {
  beforeMs: number;
  databaseMs: number;
  afterMs: number;
}

/**
 * The database's time, which all servers share, because one server compares times that another
 * server wrote, such as the end of a claim. A wrong or changed clock of this machine does not
 * change this time.
 */
export class DatabaseClock implements Clock {
  readonly #machine: Clock;
  #startMs: number | null = null;
  #offsetMs = 0;

  constructor(machine: Clock = systemClock) {
    this.#machine = machine;
  }

  /** Contains the milliseconds by which the clock of this machine was ahead at the last sample. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): number {
    return this.#startMs === null
      ? this.#machine.now()
      : Math.floor(this.#startMs + this.#machine.elapsedMs());
  }

  elapsedMs(): number {
    return this.#machine.elapsedMs();
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#machine.after(delayMs, run);
  }

  /**
   * Corrects the time only by as much as the sample proves, so that a slow answer changes nothing.
   */
  note({ beforeMs, databaseMs, afterMs }: ClockSample): void {
    const [least, most] = [databaseMs - afterMs, databaseMs - beforeMs];
    const start = this.#startMs ?? (least + most) / 2;
    this.#startMs = Math.min(Math.max(start, least), most);
    this.#offsetMs = Date.now() - (this.#startMs + performance.now());
  }
}
