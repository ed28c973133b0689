import { BlockResampler } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/codec-facts.ts";
import { TICK_MS } from "../tick.ts";

/** Converts a sound to another rate, tick by tick. At the same rate it passes unchanged. */
export class TickConversion {
  readonly #resampler: BlockResampler | null;
  readonly #sum: Int32Array;
  readonly #block: Int16Array;

  constructor(fromHz: number, toHz: number) {
    this.#resampler = fromHz === toHz ? null : new BlockResampler(fromHz, toHz, TICK_MS);
    this.#sum = new Int32Array(samplesPerTick(toHz));
    this.#block = new Int16Array(samplesPerTick(toHz));
  }

  /** Clears the memory of the filter, because the next tick does not follow the previous one. */
  reset(): void {
    this.#resampler?.reset();
  }

  get isQuiet(): boolean {
    return this.#resampler?.isQuiet ?? true;
  }

  /** Treats `null` as silence. The result is valid until the next call. */
  convert(samples: Int16Array | null): Int16Array {
    if (this.#resampler === null) {
      return samples ?? this.#block.fill(0);
    }
    this.#sum.fill(0);
    this.#resampler.addInto(this.#sum, samples);
    for (let i = 0; i < this.#block.length; i += 1) {
      // The filter may overshoot a little at the loudest samples.
      this.#block[i] = Math.max(-32_768, Math.min(32_767, this.#sum[i] ?? 0));
    }
    return this.#block;
  }
}
