/**
 * More missing ids than this are not remembered. They come from a large rollback or a crash of the
 * database, and never from as many open transactions.
 */
const MAX_MISSING = 10_000;
/**
 * A transaction gets the id of its row, and soon afterwards its own number. After this time it
 * certainly has the number.
 */
const SETTLE_MS = 1_000;

interface Missing {
  noticedMs: number;
  /**
   * Every transaction that can still write the row has a smaller number; `null` until it is known.
   */
  endsBefore: number | null;
}

/** The oldest running transaction of the database, and the next one. */
export interface TransactionBounds {
  oldest: number;
  next: number;
}

/**
 * The position of a reader of the outbox. A row gets its id before its transaction commits,
 * so a smaller id may appear after a larger one. The cursor remembers the ids that it passed
 * without a row, until each transaction that could have them has ended.
 */
export class OutboxCursor {
  readonly #missing = new Map<number, Missing>();
  #last: number;

  /** `missing` are ids below `last` that have no row yet. */
  constructor(last: number, missing: readonly number[], nowMs: number) {
    this.#last = last;
    this.#miss(missing, nowMs);
  }

  get last(): number {
    return this.#last;
  }

  get missing(): number[] {
    return [...this.#missing.keys()];
  }

  isUnread(id: number): boolean {
    return id > this.#last || this.#missing.has(id);
  }

  /** Notes the rows that were read, in the order of their ids. */
  note(ids: readonly number[], nowMs: number): void {
    for (const id of ids) {
      this.#missing.delete(id);
      if (id > this.#last) {
        const first = Math.max(this.#last + 1, id - MAX_MISSING);
        this.#miss(
          Array.from({ length: id - first }, (_, n) => first + n),
          nowMs,
        );
        this.#last = id;
      }
    }
  }

  /**
   * Forgets ids that no row can have any more. `bounds` must be from before the last read, which
   * then has seen every row of the transactions that ended.
   */
  forget(bounds: TransactionBounds, nowMs: number): void {
    for (const [id, missing] of this.#missing) {
      if (missing.endsBefore !== null && missing.endsBefore <= bounds.oldest) {
        this.#missing.delete(id);
      } else if (missing.endsBefore === null && nowMs - missing.noticedMs >= SETTLE_MS) {
        missing.endsBefore = bounds.next;
      }
    }
  }

  #miss(ids: readonly number[], noticedMs: number): void {
    for (const id of ids) {
      this.#missing.set(id, { noticedMs, endsBefore: null });
    }
    for (const id of this.#missing.keys()) {
      if (this.#missing.size <= MAX_MISSING) {
        return;
      }
      this.#missing.delete(id);
    }
  }
}
