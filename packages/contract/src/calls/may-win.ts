import * as z from "zod/mini";

import { addDays, stationDay } from "../platform/station-day.ts";

export const winMark = z.object({ prize: z.string(), wonOn: stationDay, mayWinOn: stationDay });
export type WinMark = z.output<typeof winMark>;

/**
 * A win of at least `fromCents` excludes its winner for `days` days; with 0 it does not exclude the
 * winner.
 */
const tier = z.object({
  fromCents: z.int().check(z.minimum(0), z.maximum(100_000_000)),
  days: z.int().check(z.minimum(0), z.maximum(730)),
});

export const winRules = z.object({
  /** Is true when the wins of the household count; false when only those of the person count. */
  household: z.boolean(),
  tiers: z.array(tier).check(z.minLength(1), z.maxLength(10)),
  /**
   * The number of days after the win in which the prize can be collected; `null` means no limit.
   */
  collectDays: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(730))), null),
});
export type WinRules = z.output<typeof winRules>;

/** The rules that apply until the station sets its own. */
export const defaultWinRules: WinRules = {
  household: true,
  tiers: [{ fromCents: 0, days: 30 }],
  collectDays: null,
};

export interface CountedWin {
  prize: string;
  wonOn: string;
  valueCents: number;
}

/** Returns the win that excludes its winner longest; `null` when no win excludes. */
export function findHold(
  wins: readonly CountedWin[],
  rules: Pick<WinRules, "tiers">,
): WinMark | null {
  let hold: WinMark | null = null;
  for (const { prize, wonOn, valueCents } of wins) {
    const days = findDays(valueCents, rules);
    // With 30 days, a win on day 0 excludes its winner until the end of day 30.
    const mayWinOn = addDays(wonOn, days + 1);
    if (days > 0 && (hold === null || mayWinOn > hold.mayWinOn)) {
      hold = { prize, wonOn, mayWinOn };
    }
  }
  return hold;
}

function findDays(valueCents: number, { tiers }: Pick<WinRules, "tiers">): number {
  const reached = tiers.filter(({ fromCents }) => fromCents <= valueCents);
  return reached.toSorted((a, b) => a.fromCents - b.fromCents).at(-1)?.days ?? 0;
}

export function mayWin(hold: Pick<WinMark, "mayWinOn"> | null, today: string): boolean {
  return hold === null || today >= hold.mayWinOn;
}

export function laterHold(one: WinMark | null, other: WinMark | null): WinMark | null {
  if (one === null || other === null) {
    return one ?? other;
  }
  return one.mayWinOn >= other.mayWinOn ? one : other;
}
