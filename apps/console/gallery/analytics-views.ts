import {
  addDays,
  type AnalyticsAnswer,
  type AnalyticsMetric,
  analyticsMetrics,
  type AnalyticsRow,
  type Figures,
} from "@linedesk/contract";
import type { Answers } from "../src/features/admin/analytics/day-range.ts";

/** Returns a wave with the peaks of a morning and an afternoon show. */
function wave(index: number, most: number): number {
  const morning = Math.exp(-(((index - 9) / 2.4) ** 2));
  const afternoon = 0.6 * Math.exp(-(((index - 16.5) / 2) ** 2));
  return Math.round(most * (morning + afternoon + 0.02));
}

/** Returns rows in which each figure of the previous period is nine tenths of the present one. */
function rows(list: readonly string[], figures: (index: number) => Figures): AnalyticsRow[] {
  return list.map((of, index) => ({
    of,
    name: null,
    figures: figures(index),
    before: {
      of: of.length === 10 ? addDays(of, -list.length) : of,
      figures: shrink(figures(index)),
    },
  }));
}

function shrink(figures: Figures): Figures {
  const less = Object.entries(figures).map(([name, one]) => [name, Math.round(one * 0.9)] as const);
  return Object.fromEntries(less) as Figures;
}

function named(list: readonly (readonly [string, Figures])[]): AnalyticsRow[] {
  return list.map(([name, figures], index) => ({
    of: String(index),
    name,
    figures,
    before: { of: String(index), figures: shrink(figures) },
  }));
}

const TO = "2026-10-10";
const days = Array.from({ length: 7 }, (_, index) => addDays(TO, index - 6));
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
const months = Array.from({ length: 12 }, (_, n) =>
  new Date(Date.UTC(2025, 10 + n, 1)).toISOString().slice(0, 7),
);
const waits = ["0-10", "10-30", "30-60", "60-120", "120-300", "300-600", "600-1200", "1200-"];

function outbound(index: number): number {
  return Math.round(wave(index, 130) / 9);
}

const full: Record<AnalyticsMetric, { rows: AnalyticsRow[]; total: Figures; before: Figures }> = {
  calls_by_hour: {
    rows: rows(hours, (n) => ({ inbound: wave(n, 130), outbound: outbound(n) })),
    total: { inbound: 1_902, outbound: 203 },
    before: { inbound: 1_799, outbound: 207 },
  },
  call_minutes_by_month: {
    rows: rows(months, (n) => ({
      inboundMinutes: 4_900 + 350 * n,
      outboundMinutes: 620 + 40 * n,
      minutes: 5_520 + 390 * n,
    })),
    total: { inboundMinutes: 81_900, outboundMinutes: 10_080, minutes: 91_980 },
    before: { minutes: 88_000 },
  },
  net_inbound_calls: {
    rows: rows(days, (n) => ({ calls: 250 + ((n * 37) % 60) })),
    total: { calls: 1_842 },
    before: { calls: 1_738 },
  },
  net_outbound_calls: {
    rows: rows(days, (n) => ({ calls: 22 + ((n * 11) % 14) })),
    total: { calls: 203 },
    before: { calls: 207 },
  },
  net_call_minutes: {
    rows: rows(days, (n) => ({ minutes: 780.5 + n * 7 })),
    total: { minutes: 5_610.3 },
    before: { minutes: 5_394 },
  },
  waiting_times: {
    rows: rows(waits, (n) => ({ calls: [90, 210, 340, 480, 330, 120, 40, 6][n] ?? 0 })),
    total: { calls: 1_616, averageS: 131, medianS: 72 },
    before: { calls: 1_500, averageS: 140, medianS: 81 },
  },
  abandoned_calls: {
    rows: rows(days, (n) => ({ calls: 260, abandoned: 20 + n * 3, percent: 11.4, averageS: 95 })),
    total: { calls: 1_842, abandoned: 210, percent: 11.4, averageS: 95 },
    before: { calls: 1_738, abandoned: 177, percent: 10.2, averageS: 90 },
  },
  calls_per_operator: {
    rows: named([
      ["Bob Smith", { calls: 812, minutes: 879.7, averageS: 65 }],
      ["Dan Petrov", { calls: 604, minutes: 916, averageS: 91 }],
      ["Carla Perez", { calls: 298, minutes: 1_092.7, averageS: 220 }],
    ]),
    total: { calls: 1_714, minutes: 2_888.4, averageS: 101 },
    before: { calls: 1_600 },
  },
  repeat_callers: {
    rows: rows(days, (n) => ({
      callers: 190 + n * 4,
      repeatCallers: 18 + n,
      newCallers: 61,
      repeatCalls: 170,
    })),
    total: { newCallers: 431, repeatCalls: 1_190 },
    before: { newCallers: 400, repeatCalls: 1_100 },
  },
  winners: {
    rows: named([
      ["Concert tickets", { wins: 4, cents: 60_000 }],
      ["Station mug", { wins: 11, cents: 16_500 }],
    ]),
    total: { wins: 15, cents: 76_500 },
    before: { wins: 9, cents: 31_000 },
  },
};

function toAnswer(metric: AnalyticsMetric, over: Partial<AnalyticsAnswer>): AnalyticsAnswer {
  const { rows: counted, total, before } = full[metric];
  return {
    metric,
    from: days[0] ?? TO,
    to: TO,
    timeZone: "Australia/Sydney",
    rows: counted,
    total,
    before: { from: "2026-09-27", to: "2026-10-03", total: before },
    clockChanges: [{ day: "2026-10-04", missing: ["02"], twice: [] }],
    pendingDays: 0,
    ...over,
  };
}

function answerAll(over: Partial<AnalyticsAnswer> = {}): Answers {
  const entries = analyticsMetrics.map((one) => [one, toAnswer(one, over)] as const);
  return Object.fromEntries(entries) as Answers;
}

/**
 * The answers show a week in which summer time begins, weeks whose figures are being counted, and
 * an empty week.
 */
export const analyticsStates: Record<string, Answers> = {
  week: answerAll(),
  pending: answerAll({ pendingDays: 2, clockChanges: [] }),
  counting: answerAll({ rows: [], total: {}, before: null, clockChanges: [], pendingDays: 3 }),
  none: answerAll({ rows: [], total: {}, before: null, clockChanges: [] }),
};
