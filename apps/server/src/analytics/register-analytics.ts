import {
  ANALYTICS_TIME_ZONE,
  type AnalyticsAnswer,
  type AnalyticsMetric,
  type ClockChange,
  MOST_ANALYTICS_DAYS,
  readAnalytics as readEndpoint,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError, type FieldRefusals } from "../platform/http/errors.ts";
import { countPendingDays, type FigureRange, findClockChanges } from "./figure-store.ts";
import { findRangeBefore, joinBefore } from "./join-before.ts";
import { metricReaders } from "./metric-readers.ts";

export function registerAnalytics(api: Api, db: Db): void {
  api.serve(readEndpoint, ({ params, query }) => readAnalytics(db, { ...params, ...query }));
}

interface AnalyticsRequest extends FigureRange {
  metric: AnalyticsMetric;
  compare?: "before" | undefined;
}

const DAY_MS = 86_400_000;

export async function readAnalytics(
  db: Db,
  { metric, compare, ...range }: AnalyticsRequest,
): Promise<AnalyticsAnswer> {
  const { from, to } = range;
  const days = countDays(range);
  const read = metricReaders[metric];
  const before = { ...range, ...findRangeBefore(metric, range, days) };
  const [{ rows, total }, changes, pendingDays, compared] = await Promise.all([
    read(db, range),
    findClockChanges(db, range),
    countPendingDays(db, range),
    compare === undefined ? null : read(db, before),
  ]);
  return {
    metric,
    from,
    to,
    timeZone: ANALYTICS_TIME_ZONE,
    rows: joinBefore(metric, rows, compared?.rows ?? null),
    total,
    before: compared === null ? null : { from: before.from, to: before.to, total: compared.total },
    clockChanges: changes.map(toClockChange),
    pendingDays,
  };
}

function countDays({ from, to }: FigureRange): number {
  const fields: FieldRefusals = {};
  for (const [name, day] of Object.entries({ from, to })) {
    const at = new Date(`${day}T00:00:00Z`);
    if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) {
      fields[name] = "is_no_day";
    }
  }
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;
  if (days < 1) {
    fields["to"] = "is_before_first_day";
  }
  if (days > MOST_ANALYTICS_DAYS) {
    fields["from"] = { reason: "is_too_far_from_last_day", params: { most: MOST_ANALYTICS_DAYS } };
  }
  if (Object.keys(fields).length > 0) {
    throw new ApiError("days_wrong", { fields });
  }
  return days;
}

function toClockChange({ day, hours }: { day: string; hours: string[] }): ClockChange {
  const wall = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
  return {
    day,
    missing: wall.filter((hour) => !hours.includes(hour)),
    twice: hours.filter((hour, index) => hours.indexOf(hour) !== index),
  };
}
