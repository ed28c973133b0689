import { addDays } from "@linedesk/contract";

export const rangeNames = [
  "today",
  "yesterday",
  "week",
  "month",
  "quarter",
  "year",
  "own",
] as const;
export type RangeName = (typeof rangeNames)[number];

/** Days in Sydney, the last included. */
export interface DayRange {
  from: string;
  to: string;
}

/** All but today's end yesterday: half a day beside whole ones would look like a loss. */
export function findRange(name: Exclude<RangeName, "own">, today: string): DayRange {
  const yesterday = addDays(today, -1);
  switch (name) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: yesterday, to: yesterday };
    case "week":
      return { from: addDays(today, -7), to: yesterday };
    case "month":
      return { from: addDays(today, -28), to: yesterday };
    case "quarter":
      return { from: addDays(today, -91), to: yesterday };
    case "year":
      return { from: addDays(today, -365), to: yesterday };
  }
}

/** Twelve months, the last of them up to this day. */
export function findMonths(to: string): DayRange {
  const [year = 0, month = 0] = to.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 12, 1));
  return { from: first.toISOString().slice(0, 10), to };
}
