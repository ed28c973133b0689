import { AutomaticGain } from "@linedesk/audio";
import { SAMPLE_RATE } from "../sound/block.ts";

export interface ChainOptions {
  gainDb: number | null;
  highPassHz: number | null;
  /** The target of the mean loudness over ten seconds. */
  automaticGainLufs: number | null;
  limiterDbfs: number | null;
}

export const CHAIN_OFF: ChainOptions = {
  gainDb: null,
  highPassHz: null,
  automaticGainLufs: null,
  limiterDbfs: null,
};

const MAX_AUTOMATIC_GAIN_DB = 12;

export class SoundChain {
  readonly #steps: ((samples: Float32Array) => void)[];

  constructor(options: ChainOptions) {
    this.#steps = [
      ...when(options.highPassHz, (hz) => new HighPass(hz)),
      ...when(options.gainDb, (db) => ({ apply: (samples) => amplify(samples, 10 ** (db / 20)) })),
      ...when(options.automaticGainLufs, buildAutomaticGain),
      ...when(options.limiterDbfs, (dbfs) => new PeakLimiter(dbfs)),
    ];
  }

  /** Changes the samples, -1..1, in place. */
  apply(samples: Float32Array): void {
    for (const step of this.#steps) {
      step(samples);
    }
  }
}

interface Step {
  apply(samples: Float32Array): void;
}

function when(value: number | null, build: (value: number) => Step): Step["apply"][] {
  if (value === null) {
    return [];
  }
  const step = build(value);
  return [(samples) => step.apply(samples)];
}

function buildAutomaticGain(targetLufs: number): Step {
  return new AutomaticGain({
    sampleRate: SAMPLE_RATE,
    targetLufs,
    maxGainDb: MAX_AUTOMATIC_GAIN_DB,
  });
}

function amplify(samples: Float32Array, factor: number): void {
  for (let i = 0; i < samples.length; i += 1) {
    samples[i] = (samples[i] ?? 0) * factor;
  }
}

/** A second-order Butterworth filter: 12 dB an octave below the corner. */
const Q = Math.SQRT1_2;

class HighPass {
  readonly #b0: number;
  readonly #a1: number;
  readonly #a2: number;
  #x1 = 0;
  #x2 = 0;
  #y1 = 0;
  #y2 = 0;

  constructor(cornerHz: number) {
    const omega = (2 * Math.PI * cornerHz) / SAMPLE_RATE;
    const alpha = Math.sin(omega) / (2 * Q);
    const cosine = Math.cos(omega);
    this.#b0 = (1 + cosine) / 2 / (1 + alpha);
    this.#a1 = (-2 * cosine) / (1 + alpha);
    this.#a2 = (1 - alpha) / (1 + alpha);
  }

  apply(samples: Float32Array): void {
    for (let i = 0; i < samples.length; i += 1) {
      const x = samples[i] ?? 0;
      const y =
        this.#b0 * (x - 2 * this.#x1 + this.#x2) - this.#a1 * this.#y1 - this.#a2 * this.#y2;
      this.#x2 = this.#x1;
      this.#x1 = x;
      this.#y2 = this.#y1;
      this.#y1 = y;
      samples[i] = y;
    }
  }
}

const ATTACK_FRAMES = (2 * SAMPLE_RATE) / 1000;
const RELEASE_PER_BLOCK = 0.02;

/**
 * Attenuates a block whose peak exceeds the ceiling, within 2 ms. Afterwards the gain returns to 1
 * slowly. A block stays unchanged bit for bit if it is below the ceiling and the gain has returned
 * to 1.
 */
class PeakLimiter {
  readonly #ceiling: number;
  #gain = 1;

  constructor(ceilingDbfs: number) {
    this.#ceiling = 10 ** (ceilingDbfs / 20);
  }

  apply(samples: Float32Array): void {
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const wanted = peak > this.#ceiling ? this.#ceiling / peak : 1;
    const before = this.#gain;
    this.#gain = wanted < before ? wanted : Math.min(wanted, before + RELEASE_PER_BLOCK);
    if (before === 1 && this.#gain === 1) {
      return;
    }
    const frames = Math.min(samples.length, this.#gain < before ? ATTACK_FRAMES : samples.length);
    for (let i = 0; i < samples.length; i += 1) {
      const share = Math.min(1, (i + 1) / frames);
      const sample = (samples[i] ?? 0) * (before + (this.#gain - before) * share);
      samples[i] = Math.max(-this.#ceiling, Math.min(this.#ceiling, sample));
    }
  }
}
