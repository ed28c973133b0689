import { g711 } from "@linedesk/audio";
import type { LawCodec } from "./encoded-source.ts";
import { soundTickSamples } from "./sound-rate.ts";

/** A sound of one tick, encoded when the first one asks for it and once for all who do. */
export class TickEncoding {
  readonly #encoded = {
    PCMU: new Uint8Array(soundTickSamples),
    PCMA: new Uint8Array(soundTickSamples),
  };
  /** Is `#encoded` of this tick? */
  readonly #isEncoded = { PCMU: false, PCMA: false };

  begin(): void {
    this.#isEncoded.PCMU = false;
    this.#isEncoded.PCMA = false;
  }

  /**
   * Writes the block of this tick, at the rate of G.711, into `out` at `to`; answers how many
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
