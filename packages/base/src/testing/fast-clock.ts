import { type Clock, systemClock } from "../clock.ts";

/**
 * Returns a clock that shortens delays of `intervalMs` to a second; other delays stay unchanged.
 * `begun` returns the number of shortened delays.
 */
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
