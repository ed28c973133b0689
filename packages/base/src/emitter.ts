/** The listeners of one event; `emit` calls them in the order of registration. */
export class Emitter<Args extends unknown[]> {
  readonly #listeners = new Set<(...args: Args) => void>();

  /** Returns the function that removes the listener. */
  on(listener: (...args: Args) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(...args: Args): void {
    for (const listener of this.#listeners) {
      listener(...args);
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
