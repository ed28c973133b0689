import { rootMeanSquare } from "../mixing/limiter.ts";
import { toneShare } from "./tone-amplitude.ts";

/** So far apart are the samples that are compared, whatever the rate. */
const COMPARED_RATE = 8000;
/** Below this nobody would hear it on a telephone: -46 dB of full scale. */
const MIN_LEVEL = 160;
const MAX_NOISE_SHARE = 0.03;
const MIN_TONE_SHARE = 0.85;

/**
 * The frequency of a block that is one tone and nothing else, such as an answering machine's beep;
 * null for speech, noise, silence and several tones. A tone is the one sound of which each sample
 * follows from the two before by one factor, so the factor that fits best gives the frequency, and
 * what it does not explain is not the tone. That alone takes a low hum for a tone, hence the second
 * look at how much of the energy lies at that frequency.
 */
export function pureToneHz(block: Int16Array, sampleRate: number): number | null {
  if (rootMeanSquare(block) < MIN_LEVEL) {
    return null;
  }
  const stride = Math.max(1, Math.round(sampleRate / COMPARED_RATE));
  let sums = 0;
  let middles = 0;
  let products = 0;
  for (let i = 2 * stride; i < block.length; i += 1) {
    const middle = block[i - stride] ?? 0;
    const sum = (block[i] ?? 0) + (block[i - 2 * stride] ?? 0);
    sums += sum * sum;
    middles += middle * middle;
    products += sum * middle;
  }
  if (middles === 0) {
    return null;
  }
  const factor = products / middles;
  if (Math.abs(factor) >= 2) {
    return null;
  }
  const unexplained = sums - factor * products;
  if (unexplained > MAX_NOISE_SHARE * (2 + factor * factor) * middles) {
    return null;
  }
  const frequencyHz = (Math.acos(factor / 2) * sampleRate) / (2 * Math.PI * stride);
  return toneShare(block, frequencyHz, sampleRate) < MIN_TONE_SHARE ? null : frequencyHz;
}
