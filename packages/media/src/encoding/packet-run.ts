import type { ByteBudget } from "./byte-budget.ts";

const FIRST_BYTES = 4096;

/** Consecutive packets, one for each tick from a first one on. */
export class PacketRun {
  readonly #budget: ByteBudget;
  #bytes = new Uint8Array(0);
  /** The end of each packet, which begins where the previous one ends. */
  readonly #ends: number[] = [];
  #first = 0;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  get next(): number {
    return this.#first + this.#ends.length;
  }

  get count(): number {
    return this.#ends.length;
  }

  /** Removes all packets. The next packet belongs to tick `first`. */
  restart(first: number): void {
    this.#first = first;
    this.#ends.length = 0;
  }

  add(packet: Uint8Array, length: number): boolean {
    const from = this.#ends.at(-1) ?? 0;
    const end = from + length;
    if (end > this.#bytes.length && !this.#grow(end)) {
      return false;
    }
    for (let i = 0; i < length; i += 1) {
      this.#bytes[from + i] = packet[i] ?? 0;
    }
    this.#ends.push(end);
    return true;
  }

  /** Writes the packet of a tick into `out` at `to`. Returns its length, or 0 if there is none. */
  copy(tick: number, out: Uint8Array, to: number): number {
    const at = tick - this.#first;
    const end = this.#ends[at];
    if (end === undefined) {
      return 0;
    }
    const from = at === 0 ? 0 : (this.#ends[at - 1] ?? 0);
    for (let i = from; i < end; i += 1) {
      out[to + i - from] = this.#bytes[i] ?? 0;
    }
    return end - from;
  }

  close(): void {
    this.restart(0);
    this.#budget.release(this.#bytes.length);
    this.#bytes = new Uint8Array(0);
  }

  #grow(least: number): boolean {
    const length = Math.max(FIRST_BYTES, least, this.#bytes.length * 2);
    if (!this.#budget.take(length - this.#bytes.length)) {
      return false;
    }
    const bytes = new Uint8Array(length);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    return true;
  }
}
