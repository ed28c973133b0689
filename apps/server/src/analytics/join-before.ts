import {
  addDays,
  type AnalyticsMetric,
  type AnalyticsRow,
  type Figures,
  MOST_PEOPLE_DAYS,
} from "@linedesk/contract";

interface Days {
  from: string;
  to: string;
}

export type CountedRow = Omit<AnalyticsRow, "before">;

const nothing: Partial<Record<AnalyticsMetric, Figures>> = {
  calls_per_operator: { calls: 0, minutes: 0 },
  winners: { wins: 0, cents: 0 },
};

const inOrder: readonly AnalyticsMetric[] = [
  "call_minutes_by_month",
  "net_inbound_calls",
  "net_outbound_calls",
  "net_call_minutes",
  "abandoned_calls",
  "repeat_callers",
];

/**
 * Returns the previous range for the comparison. It has the same number of days. For monthly rows
 * it has the same days of earlier months, so that half a month is compared with half a month.
 */
export function findRangeBefore(metric: AnalyticsMetric, { from, to }: Days, days: number): Days {
  const isMonthly =
    metric === "call_minutes_by_month" || (metric === "repeat_callers" && days > MOST_PEOPLE_DAYS);
  if (!isMonthly) {
    return { from: addDays(from, -days), to: addDays(from, -1) };
  }
  const months = countMonth(to) - countMonth(from) + 1;
  return { from: goBack(from, months), to: goBack(to, months) };
}

function countMonth(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

/**
 * Returns the same day of an earlier month. If that month is shorter, or if `day` is the last day
 * of its month, it returns the last day of the earlier month.
 */
function goBack(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const isLast = addDays(day, 1).endsWith("-01");
  const last = new Date(Date.UTC(year, month - months, 0));
  const earlier = isLast ? last.getUTCDate() : Math.min(date, last.getUTCDate());
  return `${last.toISOString().slice(0, 8)}${String(earlier).padStart(2, "0")}`;
}

export function joinBefore(
  metric: AnalyticsMetric,
  rows: readonly CountedRow[],
  earlier: readonly CountedRow[] | null,
): AnalyticsRow[] {
  if (earlier === null) {
    return rows.map((row) => ({ ...row, before: null }));
  }
  const isInOrder = inOrder.includes(metric);
  const joined = rows.map((row, index) => {
    const found = isInOrder ? earlier[index] : earlier.find(({ of }) => of === row.of);
    return { ...row, before: found === undefined ? null : toBefore(found) };
  });
  const figures = nothing[metric];
  const gone = figures === undefined ? [] : earlier.filter((one) => !rows.some(isSame(one)));
  return [
    ...joined,
    ...gone.map((one) => ({ ...one, figures: figures ?? {}, before: toBefore(one) })),
  ];
}

function isSame(one: CountedRow): (other: CountedRow) => boolean {
  return ({ of }) => of === one.of;
}

function toBefore({ of, figures }: CountedRow): { of: string; figures: Figures } {
  return { of, figures };
}
