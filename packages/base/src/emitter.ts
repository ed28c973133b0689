/** Those who want to be told of one thing. */
export class Emitter<Told extends unknown[]> {
  readonly #listeners = new Set<(...told: Told) => void>();

  /** Answers how to stop listening. */
  on(listener: (...told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(...args: Told): void {
    for (const listener of this.#listeners) {
      listener(...args);
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
