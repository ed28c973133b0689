import { samplesPerTick } from "../codecs/codec-facts.ts";

/** The sample rate of narrowband legs (G.711). Every sound has a copy at this rate. */
export const NARROWBAND_RATE = 8000;
export const soundTickSamples = samplesPerTick(NARROWBAND_RATE);
/** A sound with content above the narrow band also has a copy at one of these rates. */
export const wideRates = [16_000, 48_000] as const;

/** Returns the lowest stored rate that keeps a sound completely, otherwise the highest. */
export function chooseStoredRate(sourceHz: number): number {
  return [NARROWBAND_RATE, ...wideRates].find((rate) => rate >= sourceHz) ?? wideRates[1];
}
