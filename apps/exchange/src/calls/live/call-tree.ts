/** The maximum number of live calls that result from one call. */
const MAX_CALLS = 200;

/**
 * A call, the calls that it dials, and those that our own numbers dial in turn. A tree that has
 * reached the limit accepts no call until at most one of its calls is live. Otherwise numbers that
 * dial one another would call without end: each ended call would allow a Dial of ten new calls.
 */
export class CallTree {
  #size = 0;
  #isClosed = false;

  hasCapacity(): boolean {
    if (this.#size >= MAX_CALLS) {
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
