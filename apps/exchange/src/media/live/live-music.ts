import { BlockResampler } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/audio-codec.ts";
import { liveRate } from "./live-ring.ts";
import { Playback } from "../playback/playback.ts";
import { soundRate } from "../sounds/sound-rate.ts";
import { tickMs } from "../tick.ts";

/** The music that is heard in place of a stream, at the stream's rate. */
export class LiveMusic {
  readonly #samples: Int16Array;
  readonly #sum = new Int32Array(samplesPerTick(liveRate));
  #playback: Playback;
  #resampler: BlockResampler | null = null;

  constructor(samples: Int16Array) {
    this.#samples = samples;
    this.#playback = this.#begun();
  }

  /** From its beginning. */
  rewind(): void {
    this.#playback = this.#begun();
    this.#resampler = null;
  }

  /** The next 20 ms; valid until the next call. */
  next(): Int16Array | Int32Array {
    this.#playback.advance(liveRate);
    const { block, sampleRate } = this.#playback;
    if (sampleRate === liveRate) return block;
    this.#resampler ??= new BlockResampler(sampleRate, liveRate, tickMs);
    this.#sum.fill(0);
    this.#resampler.addInto(this.#sum, block);
    return this.#sum;
  }

  #begun(): Playback {
    const playback = new Playback("music", 0, () => undefined);
    const samples = this.#samples;
    playback.start({ sampleRate: soundRate, samples, length: samples.length });
    return playback;
  }
}
