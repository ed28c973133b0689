import * as z from "zod/mini";

import { endpoint } from "./endpoint.ts";
import { stationDay } from "./may-win.ts";

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

/** Hours, days and months are those of this zone. */
export const ANALYTICS_TIME_ZONE = "Australia/Sydney";
/** A leap year. */
export const MOST_ANALYTICS_DAYS = 366;
/** Up to so many days people are counted for each day, beyond it for each month. */
export const MOST_PEOPLE_DAYS = 31;

/** How often something was, how many seconds or minutes it took, what it was worth in cents. */
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
/** What has no figure, as the average of nothing, is left out. */
export const figures = z.partialRecord(z.enum(figureNames), z.number());
export type Figures = z.output<typeof figures>;

export const analyticsRow = z.object({
  /** An hour (`09`; `02b`: the second two o'clock of a day), day, month, wait, user or prize. */
  of: z.string(),
  name: z.nullable(z.string()),
  figures,
  /** The row that this one stands beside; null where there was none, or none is wanted. */
  before: z.nullable(z.object({ of: z.string(), figures })),
});
export type AnalyticsRow = z.output<typeof analyticsRow>;

/** A day on which the clocks were changed, with the hours that it has not, or has twice. */
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
  /** The same number of days before, or of months where rows are months; null unless asked for. */
  before: z.nullable(z.object({ from: stationDay, to: stationDay, total: figures })),
  clockChanges: z.array(clockChange),
  /** Days of the range with calls that are not counted yet: a matter of a minute. */
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
    /** Of this phone line alone. */
    line: z.optional(z.uuid()),
    /** Beside it the days before, and beside each row its own. */
    compare: z.optional(z.enum(["before"])),
  }),
  answer: analyticsAnswer,
});
