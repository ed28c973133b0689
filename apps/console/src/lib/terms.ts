import { addDays, findStationDay } from "@linedesk/contract";
import { findDayEnd } from "./find-day-start.ts";

/** The number of days in Sydney of each term; `null` means no end. */
const days = { always: null, day: 1, week: 7, month: 30, year: 365 } as const;
export type Term = keyof typeof days;

/** The terms in the order of the list. */
export const terms: readonly Term[] = ["always", "day", "week", "month", "year"];

/**
 * Returns the end of a term that begins now: a midnight in Sydney. The rest of today is added to
 * the days of the term.
 */
export function endOfTerm(term: Term, now: number): string | null {
  const count = days[term];
  return count === null ? null : findDayEnd(addDays(findStationDay(new Date(now)), count));
}
