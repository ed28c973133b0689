import type { QualityReport } from "@linedesk/contract";

/** The five words of a call's quality; drawn on badges and in the preflight verdict. */
export type QualityWord = NonNullable<QualityReport["callQuality"]>;

/**
 * Returns the word of a score. A score up to 4.2 is rounded to 0.1, so that it never falls between
 * two bands, for example between 4.0 and 4.1.
 */
export function qualityWord(mos: number): QualityWord {
  if (mos > 4.2) {
    return "excellent";
  }
  const rounded = Math.round(mos * 10) / 10;
  if (rounded >= 4.1) {
    return "great";
  }
  if (rounded >= 3.7) {
    return "good";
  }
  if (rounded >= 3.1) {
    return "fair";
  }
  return "degraded";
}
