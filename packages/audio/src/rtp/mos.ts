/** The rating of a perfect connection in the voice SDK's formula. */
const BEST_RATING = 94.768;
const MIN_RATING = 6.52;

/**
 * Returns the estimated quality of a call, 1 to about 4.5, by the E-model in the voice SDK's form,
 * so that both ends of a call use the same scale. The loss is measured over the last second, in
 * percent.
 */
export function estimateMos(network: {
  roundTripMs: number;
  jitterMs: number;
  lossPercent: number;
}): number {
  const { roundTripMs, jitterMs, lossPercent } = network;
  const undisturbed = delayRating(roundTripMs + 2 * jitterMs + 10);
  const isLost = lossPercent > undisturbed / 2.5;
  const rating = isLost ? 0 : Math.max(undisturbed - 2.5 * lossPercent, MIN_RATING);
  return 1 + 0.035 * rating + 0.000_007 * rating * (rating - 60) * (100 - rating);
}

function delayRating(delayMs: number): number {
  if (delayMs < 160) {
    return BEST_RATING - delayMs / 40;
  }
  if (delayMs < 1000) {
    return BEST_RATING - (delayMs - 120) / 10;
  }
  return 0;
}
