/** A page that reads the feed, as the feed needs it. */
export interface Reader {
  write(text: string): void;
  /** Bytes that wait because it does not read. */
  waitingBytes(): number;
  /** Cuts it off. */
  disconnect(): void;
}

const MAX_READERS = 20;
const WAITING_BYTES = 2_097_152;

/**
 * Everybody who reads, each told the same; who does not keep up is cut off, never waited for
 * .
 */
export class Readers {
  readonly #readers = new Set<Reader>();

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  get isFull(): boolean {
    return this.#readers.size >= MAX_READERS;
  }

  /** Its first text is what the others had before. */
  add(reader: Reader, first: string): void {
    this.#readers.add(reader);
    reader.write(first);
  }

  remove(reader: Reader): void {
    this.#readers.delete(reader);
  }

  broadcast(text: string): void {
    for (const reader of this.#readers) {
      if (reader.waitingBytes() <= WAITING_BYTES) {
        reader.write(text);
      } else {
        this.#cut(reader);
      }
    }
  }

  close(): void {
    for (const reader of this.#readers) {
      this.#cut(reader);
    }
  }

  #cut(reader: Reader): void {
    this.#readers.delete(reader);
    reader.disconnect();
  }
}
