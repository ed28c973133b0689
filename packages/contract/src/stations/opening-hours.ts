import * as z from "zod/mini";

import type { Reason } from "../platform/error-reasons.ts";

const clockTime = z
  .string()
  .check(z.maxLength(5), z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/));
const day = z.iso.date().check(z.maxLength(10));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    // Intl throws for an unknown time zone.
    return false;
  }
}

const span = z
  .object({
    /** 0 is Sunday. */
    day: z.int().check(z.minimum(0), z.maximum(6)),
    from: clockTime,
    to: clockTime,
  })
  .check(z.refine(({ from, to }) => from < to, "hours_end_early" satisfies Reason));

/** The times at which a station takes calls. Hours beyond midnight are written as two spans. */
export const openingHours = z.object({
  timeZone: z
    .string()
    .check(z.maxLength(64), z.refine(isTimeZone, "is_no_time_zone" satisfies Reason)),
  week: z.array(span).check(z.minLength(1), z.maxLength(42)),
  /** Days on which the station is closed all day. */
  holidays: z
    .array(z.object({ day, name: z.string().check(z.trim(), z.maxLength(100)) }))
    .check(z.maxLength(200)),
});
export type OpeningHours = z.output<typeof openingHours>;

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/**
 * Returns true when the station takes calls, in its time zone. Without hours it always takes calls.
 */
export function isWithinHours(hours: OpeningHours | null, at: Date): boolean {
  if (hours === null) {
    return true;
  }
  const local = readLocalTime(hours.timeZone, at);
  if (hours.holidays.some((holiday) => holiday.day === local.day)) {
    return false;
  }
  return hours.week.some(
    (one) => one.day === local.weekday && one.from <= local.time && local.time < one.to,
  );
}

function readLocalTime(timeZone: string, at: Date) {
  const format = new Intl.DateTimeFormat("en-AU", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    weekday: "short",
  });
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return {
    day: `${parts["year"]}-${parts["month"]}-${parts["day"]}`,
    time: `${parts["hour"]}:${parts["minute"]}`,
    weekday: weekdays.indexOf((parts["weekday"] ?? "").slice(0, 3)),
  };
}
