/** More arrivals than this could not be answered in time. */
const MOST_WAITING = 1_000;

/**
 * Limits the arrivals that use the database at the same time. Further arrivals wait here, and not
 * for a database connection, because the desk needs connections as well. The telephony service
 * abandons a request after 15 s.
 */
export class ArrivalGate {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async pass<T>(run: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= MOST_WAITING) {
      throw new Error(`${MOST_WAITING} arrivals already wait for the database`);
    }
    if (this.#inside === this.#most) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#inside += 1;
    }
    try {
      return await run();
    } finally {
      // The first waiting arrival gets the place directly, so that no new arrival takes it.
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#inside -= 1;
      } else {
        next();
      }
    }
  }
}
