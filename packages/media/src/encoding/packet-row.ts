import type { AudioEncoder } from "../codecs/codec-facts.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { catchUp } from "./catch-up.ts";
import { PacketRun } from "./packet-run.ts";
import { TickConversion } from "./tick-conversion.ts";
import { tickAfter, type TickSource } from "./tick-source.ts";

/** The encoding that a leg needs of a sound. Equal keys mean equal encodings. */
export interface SharedEncodingOptions {
  readonly key: string;
  /** The rate of the codec's samples. */
  readonly sampleRate: number;
  openEncoder(): AudioEncoder;
}

const MAX_PACKET_BYTES = 1275;

/**
 * The packets of one sound in one codec, encoded once for all listeners. The first listener of a
 * finite sound encodes it from its beginning, and every later round reuses these packets. For an
 * endless sound the row keeps only the packet of the current tick.
 */
export class PacketRow {
  readonly #options: SharedEncodingOptions;
  readonly #packets: PacketRun;
  readonly #packet = new Uint8Array(MAX_PACKET_BYTES);
  #encoder: AudioEncoder | null = null;
  #conversion: TickConversion | null = null;

  constructor(encodingOptions: SharedEncodingOptions, budget: ByteBudget) {
    this.#options = encodingOptions;
    this.#packets = new PacketRun(budget);
  }

  /**
   * Writes the packet of a tick into `out` at `to`. Returns its length. Returns 0 if packets before
   * it are missing or the budget is used up; the leg then encodes the tick itself.
   */
  copy(ticks: TickSource, tick: number, target: { out: Uint8Array; to: number }): number {
    const length = this.#packets.copy(tick, target.out, target.to);
    if (length > 0) {
      return length;
    }
    if (ticks.loopTicks === null) {
      this.#goOn(ticks, tick);
    } else if (!this.#encodeRound(ticks, tick, ticks.loopTicks)) {
      return 0;
    }
    return this.#packets.copy(tick, target.out, target.to);
  }

  close(): void {
    this.#endEncoder();
    this.#packets.close();
  }

  #goOn(ticks: TickSource, tick: number): void {
    const isNext = this.#encoder !== null && tick === this.#packets.next;
    if (!isNext) {
      this.#begin(ticks, tick);
    }
    this.#packets.restart(tick);
    this.#encode(ticks, tick);
  }

  /** Returns `false` if the tick is out of order or the budget is used up. */
  #encodeRound(ticks: TickSource, tick: number, round: number): boolean {
    if (tick !== this.#packets.next) {
      return false;
    }
    if (tick === 0) {
      this.#begin(ticks, tick);
    }
    if (this.#encoder === null) {
      return false;
    }
    const isStored = this.#encode(ticks, tick);
    if (!isStored || this.#packets.count === round) {
      this.#endEncoder();
    }
    return isStored;
  }

  #endEncoder(): void {
    this.#encoder?.close();
    this.#encoder = null;
  }

  #begin(ticks: TickSource, tick: number): void {
    this.#encoder ??= this.#options.openEncoder();
    this.#conversion ??= new TickConversion(ticks.sampleRate, this.#options.sampleRate);
    catchUp(this.#encoder, this.#conversion, { ticks, tick: tickAfter(ticks, tick, -1) });
  }

  #encode(ticks: TickSource, tick: number): boolean {
    if (this.#encoder === null || this.#conversion === null) {
      return false;
    }
    const block = this.#conversion.convert(ticks.read(tick));
    const length = this.#encoder.encode(block, this.#packet, 0);
    return length > 0 && this.#packets.add(this.#packet, length);
  }
}
