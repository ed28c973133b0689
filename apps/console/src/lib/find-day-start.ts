import { addDays, findStationDay } from "@linedesk/contract";

const HOUR_MS = 3_600_000;
/** The numbers of hours by which Sydney is ahead of UTC, with and without daylight saving. */
const OFFSETS_H = [11, 10];

export function findDayStart(day: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const starts = OFFSETS_H.map((hours) => new Date(utc - hours * HOUR_MS));
  const start = starts.find((at) => findStationDay(at) === day) ?? new Date(utc);
  return start.toISOString();
}

export function findDayEnd(day: string): string {
  return findDayStart(addDays(day, 1));
}
