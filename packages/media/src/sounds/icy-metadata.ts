/** Removes the titles that a radio's server inserts into the sound at a fixed interval of bytes. */
export class IcyMetadata {
  readonly #interval: number;
  #soundLeft: number;
  #metadataLeft = 0;

  constructor(interval: number) {
    this.#interval = interval;
    this.#soundLeft = interval;
  }

  /** Returns `null` without a valid interval in the header. */
  static fromHeader(header: string | string[] | undefined): IcyMetadata | null {
    const interval = Number(header);
    return Number.isInteger(interval) && interval > 0 ? new IcyMetadata(interval) : null;
  }

  strip(bytes: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < bytes.length;) {
      at += this.#next(bytes.subarray(at), parts);
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  }

  #next(bytes: Uint8Array, parts: Uint8Array[]): number {
    if (this.#metadataLeft > 0) {
      const count = Math.min(this.#metadataLeft, bytes.length);
      this.#metadataLeft -= count;
      return count;
    }
    if (this.#soundLeft === 0) {
      this.#metadataLeft = (bytes[0] ?? 0) * 16;
      this.#soundLeft = this.#interval;
      return 1;
    }
    const count = Math.min(this.#soundLeft, bytes.length);
    this.#soundLeft -= count;
    parts.push(bytes.subarray(0, count));
    return count;
  }
}
