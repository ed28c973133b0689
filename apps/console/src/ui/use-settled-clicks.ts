import { type MouseEvent, useEffect, useRef } from "react";

/** A double click ends within this time. */
const SETTLE_MS = 700;

/**
 * Returns true for a click that was meant for the control at this place before the list changed.
 */
export function isTooEarly(changedAt: number, now: number): boolean {
  return now - changedAt < SETTLE_MS;
}

/**
 * Returns a capture handler that ignores clicks just after the ids of the controls have changed.
 */
export function useSettledClicks(ids: readonly string[]): (event: MouseEvent) => void {
  const key = ids.join(" ");
  const seen = useRef(key);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    if (seen.current !== key) {
      seen.current = key;
      changedAt.current = performance.now();
    }
  }, [key]);
  return (event) => {
    if (isTooEarly(changedAt.current, performance.now())) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
