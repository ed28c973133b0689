import { keepPreviousData, useQuery } from "@tanstack/react-query";

import {
  type AnalyticsAnswer,
  type AnalyticsMetric,
  analyticsMetrics,
  readAnalytics,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { type Fetched, toFetched } from "../use-station-details.ts";
import { type DayRange, findMonths } from "./day-range.ts";

export type Answers = Record<AnalyticsMetric, AnalyticsAnswer>;

/** The figures are counted by the minute, and so is looked. */
const LOOK_AGAIN_MS = 60_000;
/** While days wait to be counted. */
const LOOK_SOON_MS = 5_000;

/** How soon to look again; days of any answer may wait. */
export function findLookAgainMs(answers: Answers | undefined): number {
  const isPending = Object.values(answers ?? {}).some(({ pendingDays }) => pendingDays > 0);
  return isPending ? LOOK_SOON_MS : LOOK_AGAIN_MS;
}

interface AnalyticsQuery extends DayRange {
  /** Null: of all lines. */
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
      refetchInterval: ({ state }) => findLookAgainMs(state.data),
    }),
  );
}
