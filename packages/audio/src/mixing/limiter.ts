/** Adds the first `length` samples to a 32 bit sum, so that the sum of voices cannot clip. */
export function addInto(sum: Int32Array, samples: Int16Array, length: number): void {
  for (let i = 0; i < length; i += 1) {
    sum[i] = (sum[i] ?? 0) + (samples[i] ?? 0);
  }
}

const CEILING = 32_000;
const RAMP_MS = 2;
const RELEASE_PER_BLOCK = 0.05;

/**
 * Converts a sum, such as the mix-minus of one member, to 16 bits. The limiter attenuates a loud
 * sum and does not clip it: the gain falls within 2 ms and returns slowly. At full gain, a sum
 * within the range stays unchanged bit for bit.
 */
export class Limiter {
  readonly #rampSamples: number;
  #gain = 1;

  constructor(sampleRate = 8000) {
    this.#rampSamples = (RAMP_MS * sampleRate) / 1000;
  }

  get gain(): number {
    return this.#gain;
  }

  limit(sum: Int32Array, length: number, out: Int16Array): void {
    const peak = findPeak(sum, length);
    const wanted = peak > CEILING ? CEILING / peak : 1;
    const before = this.#gain;
    this.#gain = wanted < before ? wanted : Math.min(wanted, before + RELEASE_PER_BLOCK);
    if (before === 1 && this.#gain === 1) {
      for (let i = 0; i < length; i += 1) {
        out[i] = sum[i] ?? 0;
      }
      return;
    }
    this.#ramp(before, { sum, length, out });
  }

  #ramp(before: number, { sum, length, out }: LimitedBlock): void {
    const ramp = Math.min(length, this.#gain < before ? this.#rampSamples : length);
    const step = (this.#gain - before) / ramp;
    let gain = before;
    for (let i = 0; i < ramp; i += 1) {
      gain += step;
      const sample = rounded((sum[i] ?? 0) * gain);
      out[i] = sample > 32_767 ? 32_767 : sample < -32_768 ? -32_768 : sample;
    }
    gain = this.#gain;
    for (let i = ramp; i < length; i += 1) {
      out[i] = rounded((sum[i] ?? 0) * gain);
    }
  }
}

interface LimitedBlock {
  sum: Int32Array;
  length: number;
  out: Int16Array;
}

/** Returns true when a limiter at full gain leaves the sum unchanged. */
export function isWithinRange(sum: Int32Array, length: number): boolean {
  return findPeak(sum, length) <= CEILING;
}

function findPeak(sum: Int32Array, length: number): number {
  let highest = 0;
  let lowest = 0;
  for (let i = 0; i < length; i += 1) {
    const sample = sum[i] ?? 0;
    if (sample > highest) {
      highest = sample;
    } else if (sample < lowest) {
      lowest = sample;
    }
  }
  return Math.max(highest, -lowest);
}

const BIAS = 2 ** 26;

/** Equals `Math.round` in the range of a room's sum, and takes a third of the time. */
function rounded(value: number): number {
  return ((value + BIAS + 0.5) | 0) - BIAS;
}

/** Returns the root mean square of the samples, 0..32768. */
export function rootMeanSquare(samples: Int16Array, length: number = samples.length): number {
  let energy = 0;
  for (let i = 0; i < length; i += 1) {
    const sample = samples[i] ?? 0;
    energy += Math.imul(sample, sample);
  }
  return length === 0 ? 0 : Math.sqrt(energy / length);
}
