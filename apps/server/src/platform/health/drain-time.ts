import type { Config } from "../../config/config.ts";

/**
 * A load balancer that checks the readiness every second or two sends no requests after this time.
 */
export const DRAIN_MS = 5_000;

/**
 * Returns how long a server that is about to end still accepts requests. Without the setting, a
 * server that is alone ends at once, because no other server could accept its requests.
 */
export function findDrainTime(
  { drainMs }: Pick<Config["http"], "drainMs">,
  others: readonly unknown[],
): number {
  return drainMs ?? (others.length === 0 ? 0 : DRAIN_MS);
}
