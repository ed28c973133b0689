/** A socket whose client has shown no good token yet. */
export interface Stranger {
  turnAway(): void;
}

/** The strangers at the door. Too many of them must not keep the next one out [XS62]. */
export class Strangers {
  readonly #limit: number;
  readonly #waiting = new Set<Stranger>();

  /** Whoever comes beyond the limit takes the place of the one who has waited longest. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(stranger: Stranger): void {
    this.#waiting.add(stranger);
    if (this.#waiting.size <= this.#limit) {
      return;
    }
    const [oldest] = this.#waiting;
    oldest?.turnAway();
  }

  remove(stranger: Stranger): void {
    this.#waiting.delete(stranger);
  }
}
