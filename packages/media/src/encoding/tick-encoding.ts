import { g711 } from "@linedesk/audio";
import type { LawCodec } from "./encoded-source.ts";
import { soundTickSamples } from "./narrowband-rate.ts";

/** Encodes the sound of one tick at the first request, once for all requests. */
export class TickEncoding {
  readonly #encoded = {
    PCMU: new Uint8Array(soundTickSamples),
    PCMA: new Uint8Array(soundTickSamples),
  };
  /** Is true if `#encoded` belongs to the current tick. */
  readonly #isEncoded = { PCMU: false, PCMA: false };

  begin(): void {
    this.#isEncoded.PCMU = false;
    this.#isEncoded.PCMA = false;
  }

  /**
   * Writes the block of this tick, at the rate of G.711, into `out` at `to`. Returns the number of
   * bytes.
   */
  copy(codec: LawCodec, block: Int16Array, out: Uint8Array, to: number): number {
    const encoded = this.#encoded[codec];
    if (!this.#isEncoded[codec]) {
      g711(codec).encode(block, encoded.length, encoded, 0);
    }
    this.#isEncoded[codec] = true;
    out.set(encoded, to);
    return encoded.length;
  }
}
