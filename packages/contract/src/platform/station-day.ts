import * as z from "zod/mini";

/** A calendar day of the station's clock, such as `2026-11-03`. */
export const stationDay = z.string().check(z.maxLength(10), z.regex(/^\d{4}-\d{2}-\d{2}$/));

const SYDNEY_DAY = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Australia/Sydney",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

export function findStationDay(at: Date): string {
  const parts = Object.fromEntries(SYDNEY_DAY.formatToParts(at).map((p) => [p.type, p.value]));
  return `${parts["year"]}-${parts["month"]}-${parts["day"]}`;
}

/** Adds calendar days. A day of 23 or 25 hours counts as one day. */
export function addDays(from: string, days: number): string {
  const at = new Date(`${from}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
