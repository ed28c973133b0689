/** The newest entries by id, oldest first; an entry that is put again keeps its place. */
export class Ring<Entry extends { id: number }> {
  readonly #entries = new Map<number, Entry>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  put(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > this.#limit && oldest !== undefined) {
      this.#entries.delete(oldest);
    }
  }

  list(): Entry[] {
    return [...this.#entries.values()];
  }
}
