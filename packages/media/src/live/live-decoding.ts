import { AutomaticGain, Limiter, StreamResampler } from "@linedesk/audio";
import { openDecoder } from "../decoders/open-decoder.ts";
import type { LiveFormat } from "../decoders/sound-format.ts";
import type { MonoAudio, StreamDecoder } from "../decoders/stream-decoder.ts";
import { MediaError } from "../media-error.ts";
import { TARGET_LUFS } from "../sounds/normalization-gain.ts";
import { LIVE_RATE, samplesIn, type LiveRing } from "./live-ring.ts";

const MAX_GAIN_DB = 12;
const SLICE_MS = 20;
const MAX_SLICE_SAMPLES = 1024;
/** If the ring contains this much more than wanted, decoding waits. */
const SPARE_MS = 400;
/** The maximum change of speed, with which an error of a quarter of a second is corrected. */
const MAX_SPEED_CHANGE = 0.002;
const MAX_OFF_MS = 250;
/**
 * The fill level is averaged over five seconds, so that bursts of one second do not change the
 * speed.
 */
const FILL_MEMORY = 250;
/** A piece of a stream that contains more sound than this is an attack. */
const MAX_PIECE_MS = 60_000;

/**
 * Decodes the bytes of an endless stream into the ring, to a steady sound at the mixer's rate and
 * pace.
 */
export class LiveDecoding {
  readonly #ring: LiveRing;
  readonly #gain = new AutomaticGain({
    sampleRate: LIVE_RATE,
    targetLufs: TARGET_LUFS,
    maxGainDb: MAX_GAIN_DB,
  });
  readonly #limiter = new Limiter(LIVE_RATE);
  readonly #sum = new Int32Array(MAX_SLICE_SAMPLES);
  readonly #out = new Int16Array(MAX_SLICE_SAMPLES);
  readonly #wait: (durationMs: number) => Promise<void>;
  #decoder: StreamDecoder;
  #resampler: { fromHz: number; stream: StreamResampler } | null = null;
  #off = 0;
  #isClosed = false;

  constructor(ring: LiveRing, format: LiveFormat, wait: (durationMs: number) => Promise<void>) {
    this.#ring = ring;
    this.#wait = wait;
    this.#decoder = openDecoder(format);
  }

  get gainDb(): number {
    return this.#gain.gainDb;
  }

  /** Prepares for a new connection: decoding restarts, and the gain is kept. */
  restart(format: LiveFormat): void {
    this.#decoder.close();
    this.#decoder = openDecoder(format);
  }

  /** Resolves when all sound is in the ring, with the number of its samples. Throws MediaError. */
  async feed(bytes: Uint8Array): Promise<number> {
    let fed = 0;
    for (const audio of await this.#decode(bytes)) {
      fed += await this.#play(audio);
    }
    return fed;
  }

  close(): void {
    this.#isClosed = true;
    this.#decoder.close();
  }

  async #decode(bytes: Uint8Array): Promise<MonoAudio[]> {
    let sounds: MonoAudio[];
    try {
      sounds = await this.#decoder.decode(bytes);
    } catch (cause) {
      if (cause instanceof MediaError) {
        throw cause;
      }
      throw new MediaError("sound_unreadable", "The stream is broken", { cause });
    }
    const lengthMs = sounds.reduce(
      (sum, { samples, sampleRate }) => sum + (samples.length * 1000) / sampleRate,
      0,
    );
    if (lengthMs <= MAX_PIECE_MS) {
      return sounds;
    }
    throw new MediaError("sound_unreadable", "A piece of the stream is too long");
  }

  async #play({ samples, sampleRate }: MonoAudio): Promise<number> {
    const resampler = this.#resamplerOf(sampleRate);
    const slice = Math.round((sampleRate * SLICE_MS) / 1000);
    let fed = 0;
    for (let at = 0; at < samples.length; at += slice) {
      await this.#untilRoom();
      if (this.#isClosed) {
        return fed;
      }
      resampler.setSpeed(this.#speed());
      fed += this.#write(resampler.push(samples.subarray(at, at + slice)));
    }
    return fed;
  }

  #resamplerOf(fromHz: number): StreamResampler {
    if (this.#resampler?.fromHz !== fromHz) {
      this.#resampler = { fromHz, stream: new StreamResampler(fromHz, LIVE_RATE) };
    }
    return this.#resampler.stream;
  }

  async #untilRoom(): Promise<void> {
    const most = this.#ring.wantedFill + samplesIn(SPARE_MS);
    while (this.#ring.fill > most && !this.#isClosed) {
      await this.#wait(SLICE_MS);
    }
  }

  /**
   * If the ring becomes fuller, the source's clock is faster than the machine's, so the sound must
   * become faster.
   */
  #speed(): number {
    const offNow = this.#ring.fill - this.#ring.wantedFill;
    this.#off += (offNow - this.#off) / FILL_MEMORY;
    const share = this.#off / samplesIn(MAX_OFF_MS);
    return 1 + Math.max(-1, Math.min(1, share)) * MAX_SPEED_CHANGE;
  }

  #write(samples: Float32Array): number {
    this.#gain.apply(samples);
    const length = Math.min(samples.length, MAX_SLICE_SAMPLES);
    for (let i = 0; i < length; i += 1) {
      this.#sum[i] = Math.round((samples[i] ?? 0) * 32_767);
    }
    this.#limiter.limit(this.#sum, length, this.#out);
    return this.#ring.write(this.#out.subarray(0, length));
  }
}
