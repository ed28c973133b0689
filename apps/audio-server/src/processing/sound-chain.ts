import { AutomaticGain } from "@linedesk/audio";
import { SAMPLE_RATE } from "../sound/block.ts";
import { HighPass } from "./high-pass.ts";
import { PeakLimiter } from "./peak-limiter.ts";

export interface ChainOptions {
  gainDb: number | null;
  highPassHz: number | null;
  /** The loudness to which the mean of ten seconds is brought. */
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

/** What is done to a line's sound, in this order: rumble, gain, automatic gain, limiter. */
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

  /** Changes the samples, -1..1, in their place. */
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
