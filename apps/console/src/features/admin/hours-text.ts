import type { OpeningHours } from "@linedesk/contract";

export interface HoursText {
  timeZone: string;
  /** The spans of each day from Monday on: `06:00-10:00, 14:00-18:00`. */
  days: string[];
  /** One holiday a line: `2026-12-25 Christmas Day`. */
  holidays: string;
}

/** The week starts on Monday, as people plan it. Sunday is 0. */
export const weekOrder = [1, 2, 3, 4, 5, 6, 0] as const;

const SPAN = /^(\d{2}:\d{2})\s*-\s*(\d{2}:\d{2})$/;
const HOLIDAY = /^(\d{4}-\d{2}-\d{2})(?:\s(.*))?$/;
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
    holidays: (hours?.holidays ?? []).map(({ day, name }) => `${day} ${name}`.trim()).join("\n"),
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

export function readHolidays(text: string): OpeningHours["holidays"] | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const holidays = lines.map((line) => {
    const [, day = "", name = ""] = HOLIDAY.exec(line) ?? [];
    return { day, name: name.trim() };
  });
  const isRight = holidays.every(({ day }) => day !== "" && !Number.isNaN(Date.parse(day)));
  return isRight ? holidays : null;
}

const wholeWeek = weekOrder.map((day) => ({ day, from: "00:00", to: "24:00" }));

/** Returns the hours; `null` for empty fields. With holidays alone, all other days are open. */
export function readHours({ timeZone, days, holidays }: HoursText): OpeningHours | null {
  const spans = days.flatMap((text, index) =>
    (readSpans(text) ?? []).map((span) => ({ day: weekOrder[index] ?? 0, ...span })),
  );
  const closed = readHolidays(holidays) ?? [];
  if (spans.length === 0 && closed.length === 0) {
    return null;
  }
  const week = spans.length === 0 ? wholeWeek : spans;
  return { timeZone: timeZone.trim(), week, holidays: closed };
}
