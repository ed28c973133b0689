import { type Clock, systemClock } from "../clock.ts";

/** One interval passes in a second, and is counted; all others are what they are. */
export function fastClock(intervalMs: number): { clock: Clock; begun: () => number } {
  let begun = 0;
  const after: Clock["after"] = (delayMs, run) => {
    if (delayMs !== intervalMs) {
      return systemClock.after(delayMs, run);
    }
    begun += 1;
    return systemClock.after(1000, run);
  };
  return { clock: { ...systemClock, after }, begun: () => begun };
}
