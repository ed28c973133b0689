import { addDays, findStationDay } from "@linedesk/contract";
import { findDayEnd } from "./find-day-start.ts";

/** For how many days of Sydney something holds; null is until it is removed. */
const days = { always: null, day: 1, week: 7, month: 30, year: 365 } as const;
export type Term = keyof typeof days;

/** In the order in which they are offered. */
export const terms: readonly Term[] = ["always", "day", "week", "month", "year"];

/** When a term ends that begins now: at a midnight, and never before its days are over. */
export function endOfTerm(term: Term, now: number): string | null {
  const count = days[term];
  return count === null ? null : findDayEnd(addDays(findStationDay(new Date(now)), count));
}
