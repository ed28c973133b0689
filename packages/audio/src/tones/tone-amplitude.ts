import { rootMeanSquare } from "../mixing/limiter.ts";
import { dtmfFrequenciesHz } from "./tones.ts";

/**
 * Returns the amplitude (0..32768) of one frequency in the samples, by Goertzel's algorithm with a
 * Hann window, so that frequencies that are 3 bins away do not affect it.
 */
export function toneAmplitude(
  samples: Int16Array,
  frequencyHz: number,
  sampleRate: number,
): number {
  const length = samples.length;
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / sampleRate);
  let previous = 0;
  let before = 0;
  for (let i = 0; i < length; i += 1) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length);
    const current = (samples[i] ?? 0) * window + coefficient * previous - before;
    before = previous;
    previous = current;
  }
  const power = previous * previous + before * before - coefficient * previous * before;
  // The Hann window halves the mean, so the factor is 4 and not 2.
  return length === 0 ? 0 : (4 * Math.sqrt(Math.max(0, power))) / length;
}

/** Returns the share (0..1) of the samples' energy at a frequency; a pure tone gives about 1. */
export function toneShare(samples: Int16Array, frequencyHz: number, sampleRate: number): number {
  const whole = rootMeanSquare(samples);
  if (whole < 1) {
    return 0;
  }
  const tone = toneAmplitude(samples, frequencyHz, sampleRate) / Math.SQRT2;
  return Math.min(1, (tone / whole) ** 2);
}

/** Returns true when the tone has more than 4 % of the energy and a peak above -50 dBFS. */
export function hasTone(samples: Int16Array, frequencyHz: number, sampleRate: number): boolean {
  const loudEnough = toneAmplitude(samples, frequencyHz, sampleRate) > 100;
  return loudEnough && toneShare(samples, frequencyHz, sampleRate) > 0.04;
}

/** Returns the DTMF digit in a block of 20 ms or more, or `null` without one. */
export function dtmfDigit(samples: Int16Array, sampleRate: number): string | null {
  const low = strongest(samples, [697, 770, 852, 941], sampleRate);
  const high = strongest(samples, [1209, 1336, 1477, 1633], sampleRate);
  const whole = rootMeanSquare(samples);
  if (whole < 100) {
    return null;
  }
  const energy = (low.amplitude ** 2 + high.amplitude ** 2) / 2;
  if (energy < 0.5 * whole * whole) {
    return null;
  }
  if (low.amplitude > 4 * high.amplitude || high.amplitude > 4 * low.amplitude) {
    return null;
  }
  const found = Object.entries(dtmfFrequenciesHz).find(
    ([, pair]) => pair[0] === low.frequencyHz && pair[1] === high.frequencyHz,
  );
  return found?.[0] ?? null;
}

function strongest(
  samples: Int16Array,
  frequenciesHz: readonly number[],
  sampleRate: number,
): { frequencyHz: number; amplitude: number } {
  let best = { frequencyHz: 0, amplitude: 0 };
  for (const frequencyHz of frequenciesHz) {
    const amplitude = toneAmplitude(samples, frequencyHz, sampleRate);
    if (amplitude > best.amplitude) {
      best = { frequencyHz, amplitude };
    }
  }
  return best;
}
