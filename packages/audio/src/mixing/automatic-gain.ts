import { KWeighting, toLufs } from "../levels/loudness.ts";

const STEP_MS = 100;
/** Quieter sound is a pause, which does not count for the programme's loudness. */
const PAUSE_LUFS = -55;
/** The loudness is a mean over this time: longer than a phrase, shorter than a song. */
const MEMORY_MS = 10_000;
/**
 * In the first seconds the gain moves faster, because a programme at a wrong level disturbs a
 * listener most at its beginning.
 */
const SETTLING_MS = 3000;
const SETTLING_DB_PER_STEP = 1;
const DB_PER_STEP = 0.1;

/** The target loudness (ITU-R BS.1770, in LUFS), and the bounds of the gain. */
export interface AutomaticGainOptions {
  sampleRate: number;
  targetLufs: number;
  maxGainDb: number;
}

/**
 * Brings an endless programme slowly to a target loudness. The mean of the last ten seconds
 * decides. After the first three seconds the gain moves by at most 1 dB a second, so that music
 * keeps its dynamics.
 */
export class AutomaticGain {
  readonly #options: AutomaticGainOptions;
  readonly #weighting: KWeighting;
  readonly #stepSamples: number;
  #energy = 0;
  #measured = 0;
  #mean = 0;
  #levelMs = 0;
  #gainDb = 0;
  #applied = 1;

  constructor(options: AutomaticGainOptions) {
    this.#options = options;
    this.#weighting = new KWeighting(options.sampleRate);
    this.#stepSamples = Math.round((options.sampleRate * STEP_MS) / 1000);
  }

  get gainDb(): number {
    return this.#gainDb;
  }

  /** Changes the samples, -1..1, in place. Peaks may then exceed 1. */
  apply(samples: Float32Array): void {
    this.#measure(samples);
    const wanted = 10 ** (this.#gainDb / 20);
    const step = (wanted - this.#applied) / Math.max(1, samples.length);
    for (let i = 0; i < samples.length; i += 1) {
      samples[i] = (samples[i] ?? 0) * (this.#applied + step * (i + 1));
    }
    this.#applied = wanted;
  }

  #measure(samples: Float32Array): void {
    for (let at = 0; at < samples.length;) {
      const count = Math.min(this.#stepSamples - this.#measured, samples.length - at);
      this.#energy += this.#weighting.energy(samples, at, at + count);
      this.#measured += count;
      at += count;
      if (this.#measured === this.#stepSamples) {
        this.#endStep();
      }
    }
  }

  #endStep(): void {
    const meanSquare = this.#energy / this.#stepSamples;
    this.#energy = 0;
    this.#measured = 0;
    if (toLufs(meanSquare) < PAUSE_LUFS) {
      return;
    }
    this.#levelMs += STEP_MS;
    this.#mean += (meanSquare - this.#mean) * (STEP_MS / Math.min(this.#levelMs, MEMORY_MS));
    const { targetLufs, maxGainDb } = this.#options;
    const wanted = clamp(targetLufs - toLufs(this.#mean), maxGainDb);
    const most = this.#levelMs <= SETTLING_MS ? SETTLING_DB_PER_STEP : DB_PER_STEP;
    this.#gainDb += clamp(wanted - this.#gainDb, most);
  }
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}
