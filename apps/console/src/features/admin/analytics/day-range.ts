import { keepPreviousData, useQuery } from "@tanstack/react-query";

import {
  addDays,
  type AnalyticsAnswer,
  type AnalyticsMetric,
  analyticsMetrics,
  readAnalytics,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { type Fetched, toFetched } from "../use-station-details.ts";

export type Answers = Record<AnalyticsMetric, AnalyticsAnswer>;

/** The server counts figures once a minute. */
const RELOAD_MS = 60_000;
/** The interval while the server still has days to count. */
const RELOAD_SOON_MS = 5_000;

/** Returns the delay before the next request, which is short while any answer has pending days. */
function findRefreshMs(answers: Answers | undefined): number {
  const isPending = Object.values(answers ?? {}).some(({ pendingDays }) => pendingDays > 0);
  return isPending ? RELOAD_SOON_MS : RELOAD_MS;
}

interface AnalyticsQuery extends DayRange {
  /** The phone line of the figures; `null` means all lines. */
  line: string | null;
}

export function useAnalytics(
  station: string,
  { from, to, line }: AnalyticsQuery,
): Fetched<Answers> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "analytics", from, to, line],
      queryFn: async ({ signal }) => {
        const of = { station, compare: "before", ...(line === null ? {} : { line }) } as const;
        const entries = analyticsMetrics.map(async (metric) => {
          const days = metric === "call_minutes_by_month" ? findMonths(to) : { from, to };
          const query = { ...of, ...days };
          return [
            metric,
            await http.call(readAnalytics, { params: { metric }, query, signal }),
          ] as const;
        });
        return Object.fromEntries(await Promise.all(entries)) as Answers;
      },
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => findRefreshMs(state.data),
    }),
  );
}

export const rangeNames = [
  "today",
  "yesterday",
  "week",
  "month",
  "quarter",
  "year",
  "custom",
] as const;
export type RangeName = (typeof rangeNames)[number];

/** A range of days in Sydney, including the last one. */
export interface DayRange {
  from: string;
  to: string;
}

export function findRange(name: Exclude<RangeName, "custom">, today: string): DayRange {
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

/** Returns the days of twelve calendar months; the last month ends on the day `to`. */
export function findMonths(to: string): DayRange {
  const [year = 0, month = 0] = to.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 12, 1));
  return { from: first.toISOString().slice(0, 10), to };
}
