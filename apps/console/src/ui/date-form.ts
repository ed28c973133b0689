/** The form of a day in a locale: its order and its separator, such as `25/12/2026`. */
export interface DateForm {
  write: (day: string) => string;
  /** Returns an ISO day, or `null` for a text that is no day. */
  read: (text: string) => string | null;
}

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TYPED_DAY = /^(\d{1,2})[./\-\s]+(\d{1,2})[./\-\s]+(\d{4}|\d{2})$/;
const CENTURY = 2_000;

/** Each supported locale writes the day first, then the month and the year. */
export function createDateForm(locale: string): DateForm {
  const separator = new Intl.DateTimeFormat(locale)
    .formatToParts(0)
    .find(({ type }) => type === "literal")?.value;
  return {
    write: (day) => ISO_DAY.exec(day)?.slice(1).toReversed().join(separator) ?? day,
    read: readDay,
  };
}

function readDay(text: string): string | null {
  const typed = text.trim();
  const [, day = "", month = "", year = ""] = TYPED_DAY.exec(typed) ?? [];
  if (day === "") {
    return isDay(typed) ? typed : null;
  }
  const whole = year.length === 2 ? String(CENTURY + Number(year)) : year;
  const iso = `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : null;
}

/**
 * Refuses a day that the month does not have, because `Date` would accept it as a day of the next
 * month.
 */
function isDay(iso: string): boolean {
  const at = new Date(`${iso}T00:00:00Z`);
  return ISO_DAY.test(iso) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso);
}
