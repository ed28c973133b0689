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

  get lastAt(): Date | null {
    return this.#lastAtMs === null ? null : new Date(this.#lastAtMs);
  }

  add(): void {
    this.#count += 1;
    this.#lastAtMs = this.#clock.now();
  }
}
