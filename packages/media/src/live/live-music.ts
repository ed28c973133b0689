import { BlockResampler } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/codec-facts.ts";
import { NARROWBAND_RATE } from "../encoding/narrowband-rate.ts";
import { Playback } from "../playback/playback.ts";
import { TICK_MS } from "../tick.ts";
import { LIVE_RATE } from "./live-ring.ts";

/** The music that replaces a silent stream, converted to LIVE_RATE. */
export class LiveMusic {
  readonly #samples: Int16Array;
  readonly #sum = new Int32Array(samplesPerTick(LIVE_RATE));
  #playback: Playback;
  #resampler: BlockResampler | null = null;

  constructor(samples: Int16Array) {
    this.#samples = samples;
    this.#playback = this.#begun();
  }

  rewind(): void {
    this.#playback = this.#begun();
    this.#resampler = null;
  }

  /** Returns the next 20 ms, valid until the next call. */
  next(): Int16Array | Int32Array {
    this.#playback.advance(LIVE_RATE);
    const { block, sampleRate } = this.#playback;
    if (sampleRate === LIVE_RATE) {
      return block;
    }
    this.#resampler ??= new BlockResampler(sampleRate, LIVE_RATE, TICK_MS);
    this.#sum.fill(0);
    this.#resampler.addInto(this.#sum, block);
    return this.#sum;
  }

  #begun(): Playback {
    const playback = new Playback("music", 0, () => undefined);
    const samples = this.#samples;
    playback.start({ sampleRate: NARROWBAND_RATE, samples, length: samples.length });
    return playback;
  }
}
