import { addDays } from "@linedesk/contract";

const DAYS_OF_WEEK = 7;
const WEEKS = 6;

/** Returns the 42 days around a month, from the Monday on or before its first day. */
export function listMonthDays(month: string): string[] {
  const first = `${month}-01`;
  const sinceMonday =
    (new Date(`${first}T00:00:00Z`).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  return Array.from({ length: DAYS_OF_WEEK * WEEKS }, (_, at) => addDays(first, at - sinceMonday));
}

/** Returns the same day of another month, or the last day of a shorter one. */
export function addMonths(day: string, months: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  const first = at.toISOString().slice(0, 10);
  at.setUTCMonth(at.getUTCMonth() + 1, 0);
  const last = at.toISOString().slice(0, 10);
  const wanted = `${first.slice(0, 8)}${day.slice(8)}`;
  return wanted > last ? last : wanted;
}
