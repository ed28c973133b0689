import { StreamResampler } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/codec-facts.ts";
import type { MonoAudio } from "../decoders/stream-decoder.ts";
import { chooseStoredRate } from "../encoding/narrowband-rate.ts";
import { MediaError } from "../media-error.ts";

export const MAX_SOUND_MS = 15 * 60_000;
/**
 * A longer sound is stored at 16 kHz, because long music must not use the memory that calls need.
 */
const MAX_FULL_MS = 4 * 60_000;
const LONG_RATE = 16_000;

/** The sound that has been decoded so far, at the stored rate that its first part needs. */
export class SoundCollecting {
  #parts: Float32Array[] = [];
  #length = 0;
  #sampleRate = 0;
  #stage: RateStage | null = null;
  #narrower: RateStage | null = null;
  readonly #fullMs: number;

  constructor({ fullMs = MAX_FULL_MS }: { fullMs?: number } = {}) {
    this.#fullMs = fullMs;
  }

  get length(): number {
    return this.#length;
  }

  /** Throws MediaError if the sound is too long. */
  add({ sampleRate, samples }: MonoAudio): void {
    if (this.#sampleRate === 0) {
      this.#sampleRate = chooseStoredRate(sampleRate);
    }
    if (this.#stage?.fromHz !== sampleRate) {
      this.#endStage();
      const toHz = this.#narrower?.fromHz ?? this.#sampleRate;
      this.#stage = new RateStage(sampleRate, toHz);
    }
    this.#store(this.#stage.push(samples));
  }

  join(): MonoAudio {
    this.#endStage();
    if (this.#narrower !== null) {
      this.#keepPart(this.#narrower.finish());
    }
    const samples = new Float32Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      samples.set(part, at);
      at += part.length;
    }
    return { sampleRate: this.#sampleRate, samples };
  }

  #endStage(): void {
    if (this.#stage !== null) {
      this.#store(this.#stage.finish());
    }
    this.#stage = null;
  }

  #store(part: Float32Array): void {
    this.#keepPart(this.#narrower?.push(part) ?? part);
    if (this.#lastsMs() > this.#fullMs && this.#sampleRate > LONG_RATE) {
      this.#makeNarrow();
    }
    if (this.#lastsMs() > MAX_SOUND_MS) {
      throw soundTooLongError();
    }
  }

  #keepPart(part: Float32Array): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  #makeNarrow(): void {
    const narrower = new RateStage(this.#sampleRate, LONG_RATE);
    this.#narrower = narrower;
    this.#sampleRate = LONG_RATE;
    this.#parts = this.#parts.map((part) => narrower.push(part));
    this.#length = this.#parts.reduce((sum, { length }) => sum + length, 0);
  }

  #lastsMs(): number {
    return (this.#length * 1000) / this.#sampleRate;
  }
}

export function soundTooLongError(): MediaError {
  return new MediaError("sound_too_large", "The sound is longer than 15 minutes");
}

/** Converts a sound between rates, with an exact number of samples. */
class RateStage {
  readonly fromHz: number;
  readonly #ratio: number;
  readonly #resampler: StreamResampler | null;
  #came = 0;
  #gave = 0;

  constructor(fromHz: number, toHz: number) {
    this.fromHz = fromHz;
    this.#ratio = toHz / fromHz;
    this.#resampler = fromHz === toHz ? null : new StreamResampler(fromHz, toHz);
  }

  push(samples: Float32Array): Float32Array {
    if (this.#resampler === null) {
      return samples;
    }
    this.#came += samples.length;
    const made = this.#resampler.push(samples);
    this.#gave += made.length;
    return made;
  }

  finish(): Float32Array {
    if (this.#resampler === null) {
      return new Float32Array(0);
    }
    const rest = this.#resampler.finish();
    return fitLength(rest, Math.round(this.#came * this.#ratio) - this.#gave);
  }
}

/** Repeats the last sample if one or two are missing, and drops one that is too many. */
function fitLength(samples: Float32Array, length: number): Float32Array {
  const out = new Float32Array(Math.max(0, length)).fill(samples.at(-1) ?? 0);
  out.set(samples.subarray(0, out.length));
  return out;
}

const MAX_SPEED_CHANGE = 0.002;
const PRIMED_SAMPLES = 64;

/**
 * Stretches a sound to whole ticks, so that every round has the same position in its packets and
 * all rounds share one encoding. Its last five seconds become faster or slower by at most 0.2 %,
 * which is inaudible. A shorter sound stays unchanged.
 */
export function stretchToWholeTicks({ sampleRate, samples }: MonoAudio): MonoAudio {
  const tick = samplesPerTick(sampleRate);
  const off = Math.round(samples.length / tick) * tick - samples.length;
  const stretched = Math.ceil(tick / 2 / MAX_SPEED_CHANGE);
  const from = samples.length - stretched;
  if (off === 0 || from < PRIMED_SAMPLES) {
    return { sampleRate, samples };
  }
  const resampler = new StreamResampler(sampleRate, sampleRate);
  const before = resampler.push(samples.subarray(from - PRIMED_SAMPLES, from));
  resampler.setSpeed(stretched / (stretched + off));
  const after = [resampler.push(samples.subarray(from)), resampler.finish()];
  const whole = new Float32Array(samples.length + off);
  whole.set(samples.subarray(0, from));
  let at = from - PRIMED_SAMPLES + before.length;
  for (const part of after) {
    whole.set(part.subarray(0, whole.length - at), at);
    at += part.length;
  }
  return { sampleRate, samples: whole };
}
