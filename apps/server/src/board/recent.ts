/** What is read at most once in so long, whoever asks meanwhile; a failure is asked again. */
export class Recent<T> {
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #read: () => Promise<T>;
  #last: { atMs: number; value: Promise<T> } | null = null;

  constructor(keepMs: number, { now, read }: { now: () => number; read: () => Promise<T> }) {
    this.#keepMs = keepMs;
    this.#now = now;
    this.#read = read;
  }

  get(): Promise<T> {
    if (this.#last === null || this.#now() - this.#last.atMs >= this.#keepMs) {
      this.#last = { atMs: this.#now(), value: this.#read() };
    }
    return this.#last.value;
  }
}
