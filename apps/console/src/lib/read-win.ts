import { findStationDay, mayWin, type WinMark } from "@linedesk/contract";

interface ReadWin {
  isOut: boolean;
  wonAt: number;
  mayWinAt: number;
}

/** Two in the morning in UTC is the middle of the same day in Sydney, at either clock. */
export function toMoment(day: string): number {
  return Date.parse(`${day}T02:00:00Z`);
}

/** A win as it is at this moment: the wait ends while the page is open. */
export function readWin({ wonOn, mayWinOn }: Omit<WinMark, "prize">, now: number): ReadWin {
  return {
    isOut: !mayWin({ mayWinOn }, findStationDay(new Date(now))),
    wonAt: toMoment(wonOn),
    mayWinAt: toMoment(mayWinOn),
  };
}

/** So many earlier calls make a regular. */
export const REGULAR_FROM = 5;
