import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { stationDay } from "../platform/station-day.ts";

export const analyticsMetrics = [
  "calls_by_hour",
  "call_minutes_by_month",
  "net_inbound_calls",
  "net_outbound_calls",
  "net_call_minutes",
  "waiting_times",
  "abandoned_calls",
  "calls_per_operator",
  "repeat_callers",
  "winners",
] as const;
export const analyticsMetric = z.enum(analyticsMetrics);
export type AnalyticsMetric = z.output<typeof analyticsMetric>;

/** Hours, days and months are those of this time zone. */
export const ANALYTICS_TIME_ZONE = "Australia/Sydney";
/** The maximum number of days in a range: a leap year. */
export const MOST_ANALYTICS_DAYS = 366;
/** People are counted per day for up to 31 days, and per month for longer ranges. */
export const MOST_PEOPLE_DAYS = 31;

/** Figures are counts, seconds, minutes or cents. */
export const figureNames = [
  "inbound",
  "outbound",
  "inboundMinutes",
  "outboundMinutes",
  "calls",
  "minutes",
  "averageS",
  "medianS",
  "abandoned",
  "percent",
  "callers",
  "newCallers",
  "repeatCallers",
  "repeatCalls",
  "wins",
  "cents",
] as const;
export type FigureName = (typeof figureNames)[number];
/** A figure without a value is omitted, for example an average over no calls. */
export const figures = z.partialRecord(z.enum(figureNames), z.number());
export type Figures = z.output<typeof figures>;

export const analyticsRow = z.object({
  /**
   * The key of the row: an hour (`09`; `02b` for the repeated two o'clock), a day, month, wait,
   * user or prize.
   */
  of: z.string(),
  name: z.nullable(z.string()),
  figures,
  /**
   * The row of the previous range with which this row is compared; `null` when there is no such
   * row, or no comparison was requested.
   */
  before: z.nullable(z.object({ of: z.string(), figures })),
});
export type AnalyticsRow = z.output<typeof analyticsRow>;

/** A day on which the clocks change, with its missing or repeated hours. */
export const clockChange = z.object({
  day: stationDay,
  missing: z.array(z.string()),
  twice: z.array(z.string()),
});
export type ClockChange = z.output<typeof clockChange>;

export const analyticsAnswer = z.object({
  metric: analyticsMetric,
  from: stationDay,
  to: stationDay,
  timeZone: z.literal(ANALYTICS_TIME_ZONE),
  rows: z.array(analyticsRow),
  total: figures,
  /**
   * The previous range, with the same number of days, or of months when rows are months. `null`
   * when it was not requested.
   */
  before: z.nullable(z.object({ from: stationDay, to: stationDay, total: figures })),
  clockChanges: z.array(clockChange),
  /** Days of the range with calls that are not counted yet. A count takes about a minute. */
  pendingDays: z.number(),
});
export type AnalyticsAnswer = z.output<typeof analyticsAnswer>;

export const readAnalytics = endpoint("GET /admin/analytics/{metric}", {
  id: "readAnalytics",
  summary: "Figures of a station's ended calls, wins and people over some days",
  access: { type: "permission", permission: "admin" },
  params: z.object({ metric: analyticsMetric }),
  query: z.object({
    station: z.uuid(),
    from: stationDay,
    to: stationDay,
    /** Only calls of this phone line. */
    line: z.optional(z.uuid()),
    /** Adds the previous range, and to each row the matching row of the previous range. */
    compare: z.optional(z.enum(["before"])),
  }),
  answer: analyticsAnswer,
});
