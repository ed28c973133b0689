/** The console shows all times in Sydney time, whatever the browser's time zone. */
export const STATION_TIME_ZONE = "Australia/Sydney";

export interface TimeFormats {
  /** Returns `10:42:07`. */
  clock: (at: number) => string;
  /** Returns `10:39`. */
  minute: (at: number) => string;
  /** Returns `12 Nov`, with the year if it is not the present year. */
  day: (at: number, now: number) => string;
  /** Returns `12 November 2026 at 10:39`. */
  full: (at: number) => string;
}

/** Creates the formatters for a locale. They are expensive to create, so the caller keeps them. */
export function createTimeFormats(locale: string): TimeFormats {
  function format(options: Intl.DateTimeFormatOptions) {
    return new Intl.DateTimeFormat(locale, { timeZone: STATION_TIME_ZONE, ...options });
  }
  const hours: Intl.DateTimeFormatOptions = {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  };
  const clock = format({ ...hours, second: "2-digit" });
  const minute = format(hours);
  const shortDay = format({ day: "2-digit", month: "short" });
  const longDay = format({ day: "2-digit", month: "short", year: "numeric" });
  const full = format({ day: "numeric", month: "long", year: "numeric", ...hours });
  const year = format({ year: "numeric" });
  return {
    clock: (at) => clock.format(at),
    minute: (at) => minute.format(at),
    day: (at, now) => (year.format(at) === year.format(now) ? shortDay : longDay).format(at),
    full: (at) => full.format(at),
  };
}

/**
 * Returns whole seconds from an ISO time to `now`, at least zero, because two clocks may differ.
 */
export function secondsSince(iso: string, now: number): number {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? 0 : Math.max(0, Math.floor((now - at) / 1000));
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}

/** Returns `06:41`, and from one hour on `1:06:41`. */
export function formatTimer(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = two(Math.floor(whole / 60) % 60);
  const rest = `${minutes}:${two(whole % 60)}`;
  return whole < 3600 ? rest : `${Math.floor(whole / 3600)}:${rest}`;
}

/** Returns `3:20`, the form for the duration of a past call. */
export function formatDuration(seconds: number): string {
  return formatTimer(seconds).replace(/^0(?=\d:)/, "");
}
