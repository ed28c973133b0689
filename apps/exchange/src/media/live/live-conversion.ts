import { BlockResampler } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/audio-codec.ts";
import { liveRate } from "./live-ring.ts";
import { tickMs } from "../tick.ts";

/** An endless sound at another rate: converted once a tick, and only where somebody asks. */
export class LiveConversion {
  readonly #resampler: BlockResampler;
  readonly #sum: Int32Array;
  readonly #block: Int16Array;
  #tick = -1;

  constructor(toHz: number) {
    this.#resampler = new BlockResampler(liveRate, toHz, tickMs);
    this.#sum = new Int32Array(samplesPerTick(toHz));
    this.#block = new Int16Array(samplesPerTick(toHz));
  }

  blockOf(samples: Int16Array, tick: number): Int16Array {
    if (tick === this.#tick) return this.#block;
    // Nobody listened for a while: what is left in it is not what came before this.
    if (tick !== this.#tick + 1) this.#resampler.reset();
    this.#tick = tick;
    this.#sum.fill(0);
    this.#resampler.addInto(this.#sum, samples);
    for (let i = 0; i < this.#block.length; i += 1) {
      // The filter may overshoot a little where the sound is at its loudest.
      this.#block[i] = Math.max(-32_768, Math.min(32_767, this.#sum[i] ?? 0));
    }
    return this.#block;
  }
}
