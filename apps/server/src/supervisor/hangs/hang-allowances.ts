import type { Allowances } from "./hang-state.ts";

export interface HangAllowances extends Omit<Allowances, "silentMs"> {
  /**
   * A part with live calls hangs after this time at the earliest, whatever the cause of its
   * silence.
   */
  callsMs: number;
  startMs: number;
}

export const HANG_ALLOWANCES: HangAllowances = {
  blockedMs: 10_000,
  stoppedMs: 6_000,
  asleepMs: 15_000,
  diskMs: 6_000,
  callsMs: 60_000,
  startMs: 60_000,
};

/** A start loads all its code in one turn of the event loop, so it has higher limits. */
const START_FACTOR = 3;
const MAX_FACTOR = 4;

export function increaseAllowances(allowances: HangAllowances, hangs: number): HangAllowances {
  const factor = Math.min(2 ** hangs, MAX_FACTOR);
  return {
    blockedMs: allowances.blockedMs * factor,
    stoppedMs: allowances.stoppedMs * factor,
    asleepMs: allowances.asleepMs * factor,
    diskMs: allowances.diskMs,
    callsMs: allowances.callsMs * factor,
    startMs: allowances.startMs * factor,
  };
}

export function chooseAllowances(
  { blockedMs, stoppedMs, asleepMs, diskMs, callsMs }: HangAllowances,
  { calls, isReady }: { calls: number; isReady: boolean },
): Allowances {
  return {
    blockedMs: isReady ? blockedMs : blockedMs * START_FACTOR,
    stoppedMs,
    asleepMs,
    diskMs,
    silentMs: calls === 0 ? 0 : callsMs,
  };
}
