import { findStationDay, mayWin, type WinMark } from "@linedesk/contract";

interface ReadWin {
  isOut: boolean;
  wonAt: number;
  mayWinAt: number;
}

/** Returns 2 am UTC of the day. In Sydney this is noon or 1 pm of the same day. */
export function toMoment(day: string): number {
  return Date.parse(`${day}T02:00:00Z`);
}

/** Describes a win at this moment, because the waiting time may end while the page is open. */
export function readWin({ wonOn, mayWinOn }: Omit<WinMark, "prize">, now: number): ReadWin {
  return {
    isOut: !mayWin({ mayWinOn }, findStationDay(new Date(now))),
    wonAt: toMoment(wonOn),
    mayWinAt: toMoment(mayWinOn),
  };
}

/** A caller with this many earlier calls is a regular. */
export const REGULAR_FROM = 5;
