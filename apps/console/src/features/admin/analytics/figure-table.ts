import type { AnalyticsMetric, AnalyticsRow, FigureName, Figures } from "@linedesk/contract";
import type { Answers } from "./day-range.ts";

export type RowKind = "hour" | "day" | "month" | "wait" | "person" | "prize";

export type FigureTitle =
  | Exclude<AnalyticsMetric, "net_inbound_calls" | "net_outbound_calls" | "net_call_minutes">
  | "net_calls";

/** The figures of one card: its rows, and the columns that its chart draws. */
export interface FigureTable {
  title: FigureTitle;
  kind: RowKind;
  columns: readonly FigureName[];
  /** The columns that the chart stacks; empty without a chart. */
  series: readonly FigureName[];
  rows: readonly AnalyticsRow[];
  /** The days, as in `2026-10-04-2026-10-10`. */
  days: string;
  /** The totals, or `null` when the rows cannot be added up. */
  total: Figures | null;
  /** The figures of the previous period; `null` without a comparison. */
  before: Figures | null;
}

/** Lists the tables of the page, in their order. */
export function listTables(answers: Answers): FigureTable[] {
  const { repeat_callers: people } = answers;
  const isDaily = people.rows.every(({ of }) => of.length === 10);
  return [
    ofAnswer(answers, "calls_by_hour", "hour", ["inbound", "outbound"]),
    ofAnswer(answers, "call_minutes_by_month", "month", ["inboundMinutes", "outboundMinutes"]),
    { ...joinNetCalls(answers), series: ["inbound", "outbound"] },
    ofAnswer(answers, "waiting_times", "wait", ["calls"]),
    {
      ...ofAnswer(answers, "abandoned_calls", "day", ["abandoned", "percent", "averageS"]),
      series: ["abandoned"],
    },
    {
      ...ofAnswer(answers, "repeat_callers", isDaily ? "day" : "month", [
        "callers",
        "repeatCallers",
        "newCallers",
        "repeatCalls",
      ]),
      series: ["repeatCallers"],
    },
    {
      ...ofAnswer(answers, "calls_per_operator", "person", ["calls", "minutes", "averageS"]),
      series: [],
    },
    { ...ofAnswer(answers, "winners", "prize", ["wins", "cents"]), series: [] },
  ];
}

function ofAnswer(
  answers: Answers,
  title: Exclude<FigureTitle, "net_calls">,
  kind: RowKind,
  columns: readonly FigureName[],
): FigureTable {
  const { rows, total, from, to, before } = answers[title];
  const days = writeDays(from, to);
  return {
    title,
    kind,
    columns,
    series: columns,
    days,
    rows,
    total,
    before: before?.total ?? null,
  };
}

function writeDays(from: string, to: string): string {
  return from === to ? from : `${from}-${to}`;
}

function joinNetCalls(answers: Answers): FigureTable {
  const { net_inbound_calls: inbound, net_outbound_calls: outbound } = answers;
  const { net_call_minutes: minutes } = answers;
  function join(into: Figures, out?: Figures, time?: Figures): Figures {
    return {
      inbound: into.calls ?? 0,
      outbound: out?.calls ?? 0,
      minutes: time?.minutes ?? 0,
    };
  }
  function joinBefore({ before }: AnalyticsRow, index: number): AnalyticsRow["before"] {
    const out = outbound.rows[index]?.before?.figures;
    const time = minutes.rows[index]?.before?.figures;
    return before === null ? null : { of: before.of, figures: join(before.figures, out, time) };
  }
  return {
    title: "net_calls",
    kind: "day",
    columns: ["inbound", "outbound", "minutes"],
    series: [],
    days: writeDays(inbound.from, inbound.to),
    rows: inbound.rows.map((row, index) => ({
      ...row,
      figures: join(row.figures, outbound.rows[index]?.figures, minutes.rows[index]?.figures),
      before: joinBefore(row, index),
    })),
    total: join(inbound.total, outbound.total, minutes.total),
    before:
      inbound.before === null
        ? null
        : join(inbound.before.total, outbound.before?.total, minutes.before?.total),
  };
}

/**
 * Returns the change of a figure in per cent; `null` if a figure is missing or the previous one is
 * 0.
 */
export function findChange(now: number | undefined, before: number | undefined): number | null {
  if (now === undefined || before === undefined || before === 0) {
    return null;
  }
  return Math.round(((now - before) / before) * 100);
}
