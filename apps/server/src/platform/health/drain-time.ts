import type { Config } from "../../config/config.ts";

/** A load balancer that asks every second or two sends nothing any more after this time. */
export const DRAIN_MS = 5_000;

/**
 * Returns how long a server that is about to end still takes requests. A server that is alone ends
 * at once, because nobody takes its place.
 */
export function findDrainTime(
  { drainMs }: Pick<Config["http"], "drainMs">,
  others: readonly unknown[],
): number {
  return drainMs ?? (others.length === 0 ? 0 : DRAIN_MS);
}
