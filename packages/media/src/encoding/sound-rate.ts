import { samplesPerTick } from "../codecs/codec-facts.ts";

/** The rate of the telephone: every sound is kept at it. */
export const SOUND_RATE = 8000;
export const soundTickSamples = samplesPerTick(SOUND_RATE);
/** What has more in it than the telephone lets through is kept at one of these as well. */
export const wideRates = [16_000, 48_000] as const;

/** The lowest of our rates that keeps all of a sound, or the highest. */
export function storedRate(sourceHz: number): number {
  return [SOUND_RATE, ...wideRates].find((rate) => rate >= sourceHz) ?? wideRates[1];
}
