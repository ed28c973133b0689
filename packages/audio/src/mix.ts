/** Adds the first `length` samples to a 32 bit sum, so that no voice clips before all are in. */
export function addInto(sum: Int32Array, samples: Int16Array, length: number): void {
  for (let i = 0; i < length; i += 1) sum[i] = (sum[i] ?? 0) + (samples[i] ?? 0);
}

const ceiling = 32_000;
const rampMs = 2;
const releasePerBlock = 0.05;

/**
 * Takes one member's N-1 sum back to 16 bits. Loud rooms are turned down, not clipped: the gain
 * falls within 2 ms and comes back slowly, and a sum that fits passes bit by bit unchanged.
 */
export class Limiter {
  readonly #rampSamples: number;
  #gain = 1;

  constructor(sampleRate = 8000) {
    this.#rampSamples = (rampMs * sampleRate) / 1000;
  }

  get gain(): number {
    return this.#gain;
  }

  limit(sum: Int32Array, length: number, out: Int16Array): void {
    let peak = 0;
    for (let i = 0; i < length; i += 1) {
      const magnitude = Math.abs(sum[i] ?? 0);
      if (magnitude > peak) peak = magnitude;
    }
    const wanted = peak > ceiling ? ceiling / peak : 1;
    const before = this.#gain;
    this.#gain = wanted < before ? wanted : Math.min(wanted, before + releasePerBlock);
    if (before === 1 && this.#gain === 1) {
      for (let i = 0; i < length; i += 1) out[i] = sum[i] ?? 0;
      return;
    }
    this.#ramp(before, { sum, length, out });
  }

  #ramp(before: number, block: { sum: Int32Array; length: number; out: Int16Array }): void {
    const ramp = this.#gain < before ? this.#rampSamples : block.length;
    const step = (this.#gain - before) / ramp;
    for (let i = 0; i < block.length; i += 1) {
      const gain = i < ramp ? before + step * (i + 1) : this.#gain;
      const sample = Math.round((block.sum[i] ?? 0) * gain);
      block.out[i] = sample > 32_767 ? 32_767 : sample < -32_768 ? -32_768 : sample;
    }
  }
}

/** Root mean square of the samples, 0..32768. */
export function rootMeanSquare(samples: Int16Array, length: number = samples.length): number {
  let energy = 0;
  for (let i = 0; i < length; i += 1) {
    const sample = samples[i] ?? 0;
    energy += sample * sample;
  }
  return length === 0 ? 0 : Math.sqrt(energy / length);
}
