/** Those who want to be told of one thing. */
export class Emitter<Values extends unknown[]> {
  readonly #listeners = new Set<(...values: Values) => void>();

  /** Answers how to stop listening. */
  on(listener: (...values: Values) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(...values: Values): void {
    for (const listener of this.#listeners) {
      listener(...values);
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
