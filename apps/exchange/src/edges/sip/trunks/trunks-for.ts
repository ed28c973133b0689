import { isEmergencyNumber } from "@linedesk/base";
import type { Trunk } from "./trunk.ts";

export interface TrunkState {
  isUp: boolean;
  calls: number;
}

/**
 * The trunks that may carry a call, in the order in which they are tried, or the reason of the
 * refusal.
 */
export type TrunkChoice =
  | { type: "trunks"; trunks: Trunk[] }
  | { type: "none"; reason: "no trunk serves this number" | typeof EVERY_TRUNK_FULL };

/** The only temporary reason of a refusal. */
export const EVERY_TRUNK_FULL = "every trunk for this number is full";

/**
 * Selects by number pattern, then by priority, then by the length of the matching pattern. Trunks
 * without a free channel are left out. Trunks that are down come last, because a health check can
 * be wrong and an attempt is better than none.
 */
export function trunksFor(
  number: string,
  trunks: readonly Trunk[],
  stateOf: (trunk: Trunk) => TrunkState,
): TrunkChoice {
  const marked = isEmergencyNumber(number) ? trunks.filter(({ emergency }) => emergency) : [];
  const isMarked = marked.length > 0;
  const fitting = (isMarked ? marked : trunks)
    .map((trunk) => ({
      trunk,
      // A trunk for emergency calls needs no pattern for them.
      fit: isMarked ? number.length : matchLength(number, trunk.patterns),
      state: stateOf(trunk),
    }))
    .filter(({ fit }) => fit !== null);
  if (fitting.length === 0) {
    return { type: "none", reason: "no trunk serves this number" };
  }
  const free = fitting.filter(({ trunk, state }) => hasChannel(trunk, state.calls));
  if (free.length === 0) {
    return { type: "none", reason: EVERY_TRUNK_FULL };
  }
  free.sort(
    (a, b) =>
      Number(b.state.isUp) - Number(a.state.isUp) ||
      a.trunk.priority - b.trunk.priority ||
      (b.fit ?? 0) - (a.fit ?? 0),
  );
  return { type: "trunks", trunks: free.map(({ trunk }) => trunk) };
}

export function hasChannel({ maxCalls }: Trunk, calls: number): boolean {
  return maxCalls === null || calls < maxCalls;
}

function matchLength(number: string, patterns: readonly string[]): number | null {
  const fits = patterns.filter((pattern) =>
    pattern.endsWith("*") ? number.startsWith(pattern.slice(0, -1)) : number === pattern,
  );
  if (fits.length === 0) {
    return null;
  }
  return Math.max(...fits.map((pattern) => pattern.replace("*", "").length));
}

/** These answers concern the trunk and not the called number, so the next trunk is tried. */
const trunkFaults = new Set([401, 403, 407, 408, 500, 501, 502, 503, 504, 505, 513]);

export function isTrunkFault(status: number): boolean {
  return trunkFaults.has(status);
}
