/** The maximum number of live calls in one tree. */
const MAX_CALLS = 200;

/**
 * A call and all calls that result from it: the calls that it dials, and the calls that the TwiML
 * of a dialled number of ours dials. A tree that would exceed the limit accepts no more calls until
 * only one of its calls is live, or none. Otherwise numbers that dial one another would never stop:
 * each call that ends would make room for new ones.
 */
export class CallTree {
  #size = 0;
  #isClosed = false;

  /** Returns whether the tree accepts this many more calls. */
  hasCapacity(count: number): boolean {
    if (this.#size + count > MAX_CALLS) {
      this.#isClosed = true;
    }
    return !this.#isClosed;
  }

  add(ended: AbortSignal): void {
    this.#size += 1;
    ended.addEventListener("abort", () => this.#remove(), { once: true });
  }

  #remove(): void {
    this.#size -= 1;
    if (this.#size <= 1) {
      this.#isClosed = false;
    }
  }
}
