const MAX_LINE_BYTES = 16 * 1024;
const LINE_FEED = 10;

/** Reads the bytes of a connection by lines and by counts. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held = Buffer.alloc(0);
  /** The bytes that were held before the last line was read. */
  #before = Buffer.alloc(0);

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks;
  }

  /**
   * Resolves to the next line without its end, which may be CR LF or LF, or to `null` at the end of
   * the bytes. Throws for a line that is too long.
   */
  async readLine(): Promise<string | null> {
    let end = this.#held.indexOf(LINE_FEED);
    while (end < 0) {
      if (this.#held.length > MAX_LINE_BYTES) {
        throw new Error("a line is too long");
      }
      if (!(await this.#receive())) {
        return null;
      }
      end = this.#held.indexOf(LINE_FEED);
    }
    const line = this.#held.toString("latin1", 0, end);
    this.#before = this.#held;
    this.#held = this.#held.subarray(end + 1);
    return line.replace(/\r$/, "");
  }

  /** Reads at most `count` bytes, and fewer if the bytes end earlier. */
  async *read(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0;) {
      if (this.#held.length === 0 && !(await this.#receive())) {
        return;
      }
      const piece = this.#held.subarray(0, Math.min(left, this.#held.length));
      this.#held = this.#held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** Puts the line back that `readLine` just returned. */
  unreadLine(): void {
    this.#held = this.#before;
  }

  async #receive(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done === true) {
      return false;
    }
    this.#held = this.#held.length === 0 ? Buffer.from(value) : Buffer.concat([this.#held, value]);
    return true;
  }
}
