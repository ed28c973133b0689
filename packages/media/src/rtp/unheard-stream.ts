import type { AudioDecoder } from "../codecs/codec-facts.ts";
import { TICK_MS } from "../tick.ts";

/** Without listeners, one packet is decoded in this time. */
const LOOK_MS = 5 * TICK_MS;
/** After this many ticks without a packet the leg is silent. */
const SILENT_TICKS = 10;
/** After this many packets a decoder with state is accurate again. */
const WARM_UP_PACKETS = 5;
/** The samples of one packet, at the highest rate. */
const MAX_SAMPLES = 5760;

export interface EncodedAudio {
  bytes: Uint8Array;
  from: number;
  length: number;
}

/**
 * The stream from a leg without listeners. It decodes enough to measure the level, and keeps the
 * last packets, so that the decoder is ready for a listener.
 */
export class UnheardStream {
  readonly #samples = new Int16Array(MAX_SAMPLES);
  readonly #last: Uint8Array[] = [];
  #length = 0;
  #waitedMs = LOOK_MS;
  #quietTicks = 0;

  put(packet: EncodedAudio, decoder: AudioDecoder, isInDoubt: boolean): void {
    const { bytes, from, length } = packet;
    this.#quietTicks = 0;
    this.#waitedMs += decoder.durationMs(bytes, from, length);
    if (decoder.isStateful) {
      this.#store(bytes.slice(from, from + length));
    }
    if (isInDoubt || this.#waitedMs >= LOOK_MS) {
      this.#waitedMs = 0;
      this.#length = decoder.decode(bytes, from, length, this.#samples);
    }
  }

  /**
   * Returns true if a packet was decoded for the block of the tick, or if no packet has come for
   * ten ticks.
   */
  read(block: Int16Array): boolean {
    const length = Math.min(this.#length, block.length);
    this.#quietTicks += 1;
    if (length === 0 && this.#quietTicks < SILENT_TICKS) {
      return false;
    }
    block.set(this.#samples.subarray(0, length));
    block.fill(0, length);
    this.#length = 0;
    return true;
  }

  /** Prepares the decoder, because the leg has a listener from the next packet on. */
  primeDecoder(decoder: AudioDecoder): void {
    for (const bytes of this.#last.splice(0)) {
      decoder.decode(bytes, 0, bytes.length, this.#samples);
    }
    this.reset();
  }

  reset(): void {
    this.#last.length = 0;
    this.#length = 0;
    this.#waitedMs = LOOK_MS;
    this.#quietTicks = 0;
  }

  #store(packet: Uint8Array): void {
    this.#last.push(packet);
    if (this.#last.length > WARM_UP_PACKETS) {
      this.#last.shift();
    }
  }
}
