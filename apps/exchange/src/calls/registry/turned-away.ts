/** Callers who came when every place was taken, since the start. */
export class TurnedAway {
  #count = 0;
  #lastAtMs: number | null = null;
  readonly #clock: { now(): number };

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#count;
  }

  /** Of the last one. */
  get lastAt(): Date | null {
    return this.#lastAtMs === null ? null : new Date(this.#lastAtMs);
  }

  add(): void {
    this.#count += 1;
    this.#lastAtMs = this.#clock.now();
  }
}
