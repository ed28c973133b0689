import type { OpeningHours } from "@linedesk/contract";

export interface HoursText {
  timeZone: string;
  /** The spans of each day from Monday on: `06:00-10:00, 14:00-18:00`. */
  days: string[];
  /** The days on which the station is closed. A text that is not a day is invalid. */
  holidays: OpeningHours["holidays"];
}

/** The week starts on Monday, as people plan it. Sunday is 0. */
export const weekOrder = [1, 2, 3, 4, 5, 6, 0] as const;

const SPAN = /^(\d{2}:\d{2})\s*-\s*(\d{2}:\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

export function writeHours(hours: OpeningHours | null): HoursText {
  return {
    timeZone: hours?.timeZone ?? "Australia/Sydney",
    days: weekOrder.map((day) =>
      (hours?.week ?? [])
        .filter((span) => span.day === day)
        .map(({ from, to }) => `${from}-${to}`)
        .join(", "),
    ),
    holidays: hours?.holidays ?? [],
  };
}

/** Returns the spans, or `null` for an invalid text. */
export function readSpans(text: string): { from: string; to: string }[] | null {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const spans = parts.map((part) => {
    const [, from = "", to = ""] = SPAN.exec(part) ?? [];
    return { from, to };
  });
  const isRight = spans.every(({ from, to }) => CLOCK.test(from) && CLOCK.test(to) && from < to);
  return isRight ? spans : null;
}

export function areHolidays(holidays: HoursText["holidays"]): boolean {
  return holidays.every(({ day }) => DAY.test(day) && !Number.isNaN(Date.parse(day)));
}

const wholeWeek = weekOrder.map((day) => ({ day, from: "00:00", to: "24:00" }));

/**
 * Returns the hours; `null` for empty fields. If there are only holidays, the station is open on
 * all other days.
 */
export function readHours({ timeZone, days, holidays }: HoursText): OpeningHours | null {
  const spans = days.flatMap((text, index) =>
    (readSpans(text) ?? []).map((span) => ({ day: weekOrder[index] ?? 0, ...span })),
  );
  const closed = holidays.map(({ day, name }) => ({ day, name: name.trim() }));
  if (spans.length === 0 && closed.length === 0) {
    return null;
  }
  const week = spans.length === 0 ? wholeWeek : spans;
  return { timeZone: timeZone.trim(), week, holidays: closed };
}
