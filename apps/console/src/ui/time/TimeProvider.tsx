import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";

import { createSecondClock, type SecondClock } from "./second-clock.ts";
import { createTimeFormats, secondsSince, formatTimer, type TimeFormats } from "./time-formats.ts";

interface TimeSpot {
  clock: SecondClock;
  formats: TimeFormats;
}

const TimeContext = createContext<TimeSpot | null>(null);

interface TimeProviderProps {
  locale: string;
  clock?: SecondClock;
  children: ReactNode;
}

export function TimeProvider({ locale, clock, children }: TimeProviderProps) {
  const spot = useMemo(
    () => ({ clock: clock ?? createSecondClock(), formats: createTimeFormats(locale) }),
    [clock, locale],
  );
  return <TimeContext value={spot}>{children}</TimeContext>;
}

function useTimeSpot(): TimeSpot {
  const spot = use(TimeContext);
  if (spot === null) {
    throw new Error("a component that shows times needs a TimeProvider above it");
  }
  return spot;
}

export function useTimeFormats(): TimeFormats {
  return useTimeSpot().formats;
}

export function useNow(): number {
  const { clock } = useTimeSpot();
  const [, note] = useState(clock.now);
  // `useSyncExternalStore` would run an effect each time a row is drawn for another caller.
  useLayoutEffect(() => clock.onTick(() => note(clock.now())), [clock]);
  return clock.now();
}

/** Returns a value that is derived from the time. Only a change of the value causes a rendering. */
export function useFromNow<Value extends string | number | boolean>(
  read: (now: number) => Value,
): Value {
  const { clock } = useTimeSpot();
  const snapshot = useCallback(() => read(clock.now()), [clock, read]);
  return useSyncExternalStore(clock.onTick, snapshot);
}

/** Returns true for a moment in the future. It checks each second until the moment has passed. */
export function useIsBefore(moment: number): boolean {
  const { clock } = useTimeSpot();
  const until = clock.now() < moment ? moment : 0;
  const snapshot = useCallback(() => clock.now() < until, [clock, until]);
  return useSyncExternalStore(until === 0 ? neverTicks : clock.onTick, snapshot);
}

function neverTicks() {
  return () => undefined;
}

/**
 * Shows the elapsed time, `06:41`. It is not a live region: a screen reader reads it only on
 * request.
 */
export function Elapsed({ since }: { since: string }) {
  return <>{formatTimer(secondsSince(since, useNow()))}</>;
}

/** The duration of an offer. */
export const OFFER_SECONDS = 20;

export function useOfferSeconds(until: string): number {
  const left = useCallback((now: number) => secondsLeft(until, now), [until]);
  return useFromNow(left);
}

/** Returns the rest of the offer, at most its whole duration: the computer's clock may be wrong. */
function secondsLeft(until: string, now: number): number {
  const left = Math.ceil((Date.parse(until) - now) / 1_000);
  return Math.min(OFFER_SECONDS, Math.max(0, left));
}
