/** So many calls may live at once that came of one call. */
const MAX_CALLS = 200;

/**
 * A call, those that it dials, and those that our own numbers dial in their turn. One that has
 * grown too large takes in no other until it is down to its first call: room for one that ends
 * would be room for ten more, for ever.
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
