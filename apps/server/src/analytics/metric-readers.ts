import {
  addDays,
  type AnalyticsMetric,
  type CallDirection,
  type Figures,
  MOST_PEOPLE_DAYS,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import {
  type CallSums,
  countPeople,
  countWaits,
  type FigureRange,
  listHours,
  sumCalls,
  sumOperators,
  sumWins,
} from "./figure-store.ts";
import type { CountedRow } from "./join-before.ts";
import { summariseWaits } from "./summarise-waits.ts";

interface Counted {
  rows: CountedRow[];
  total: Figures;
}

type ReadMetric = (db: Db, range: FigureRange) => Promise<Counted>;

export const metricReaders: Record<AnalyticsMetric, ReadMetric> = {
  calls_by_hour: readHours,
  call_minutes_by_month: readMonths,
  net_inbound_calls: (db, range) => readNetCalls(db, range, "inbound"),
  net_outbound_calls: (db, range) => readNetCalls(db, range, "outbound"),
  net_call_minutes: readNetMinutes,
  waiting_times: readWaits,
  abandoned_calls: readAbandoned,
  calls_per_operator: readOperators,
  repeat_callers: readPeople,
  winners: readWinners,
};

type SumName = Exclude<keyof CallSums, "of" | "direction">;

function sum(list: readonly CallSums[], name: SumName, direction?: CallDirection): number {
  return list
    .filter((one) => direction === undefined || one.direction === direction)
    .reduce((all, one) => all + one[name], 0);
}

function toMinutes(ms: number): number {
  return Math.round(ms / 6_000) / 10;
}

function listRows(
  keys: readonly { of: string; key?: string }[],
  sums: readonly CallSums[],
  count: (own: CallSums[]) => Figures,
): Counted {
  const rows = keys.map(({ of, key = of }) => {
    const own = sums.filter((one) => one.of === key);
    return { of, name: null, figures: count(own) };
  });
  return { rows, total: count([...sums]) };
}

async function readHours(db: Db, range: FigureRange): Promise<Counted> {
  const count = (own: CallSums[]): Figures => ({
    inbound: sum(own, "calls", "inbound"),
    outbound: sum(own, "calls", "outbound"),
  });
  if (range.from === range.to) {
    const hours = await listHours(db, range.from);
    const keys = hours.map(({ utc, wall }, index) => {
      const isSecond = hours[index - 1]?.wall === wall;
      return { key: utc, of: isSecond ? `${wall}b` : wall };
    });
    return listRows(keys, await sumCalls(db, range, "hour"), count);
  }
  const keys = Array.from({ length: 24 }, (_, hour) => ({ of: String(hour).padStart(2, "0") }));
  return listRows(keys, await sumCalls(db, range, "wallHour"), count);
}

async function readMonths(db: Db, range: FigureRange): Promise<Counted> {
  return listRows(listMonths(range), await sumCalls(db, range, "month"), (own) => ({
    inboundMinutes: toMinutes(sum(own, "answeredMs", "inbound")),
    outboundMinutes: toMinutes(sum(own, "answeredMs", "outbound")),
    minutes: toMinutes(sum(own, "answeredMs")),
  }));
}

function listDays({ from, to }: FigureRange): { of: string }[] {
  const days: { of: string }[] = [];
  for (let of = from; of <= to; of = addDays(of, 1)) {
    days.push({ of });
  }
  return days;
}

function listMonths(range: FigureRange): { of: string }[] {
  const months = new Set(listDays(range).map(({ of }) => of.slice(0, 7)));
  return [...months].map((of) => ({ of }));
}

async function readNetCalls(
  db: Db,
  range: FigureRange,
  direction: CallDirection,
): Promise<Counted> {
  return listRows(listDays(range), await sumCalls(db, range, "day"), (own) => ({
    calls: sum(own, "netCalls", direction),
  }));
}

async function readNetMinutes(db: Db, range: FigureRange): Promise<Counted> {
  return listRows(listDays(range), await sumCalls(db, range, "day"), (own) => ({
    minutes: toMinutes(sum(own, "netMs")),
  }));
}

async function readWaits(db: Db, range: FigureRange): Promise<Counted> {
  const [sums, waits] = await Promise.all([sumCalls(db, range, "month"), countWaits(db, range)]);
  const { rows, medianS } = summariseWaits(waits);
  const calls = sum(sums, "answered", "inbound");
  const averageS = Math.round(sum(sums, "waitedMs") / calls / 1000);
  return {
    rows,
    total: calls === 0 ? { calls } : { calls, averageS, ...(medianS === null ? {} : { medianS }) },
  };
}

async function readAbandoned(db: Db, range: FigureRange): Promise<Counted> {
  return listRows(listDays(range), await sumCalls(db, range, "day"), (own) => {
    const calls = sum(own, "netCalls", "inbound");
    const abandoned = sum(own, "abandoned");
    return {
      calls,
      abandoned,
      ...(calls === 0 ? {} : { percent: Math.round((abandoned / calls) * 1000) / 10 }),
      ...(abandoned === 0
        ? {}
        : { averageS: Math.round(sum(own, "abandonedMs") / abandoned / 1000) }),
    };
  });
}

async function readOperators(db: Db, range: FigureRange): Promise<Counted> {
  const sums = await sumOperators(db, range);
  const all = { calls: 0, answeredMs: 0 };
  for (const { calls, answeredMs } of sums) {
    all.calls += calls;
    all.answeredMs += answeredMs;
  }
  return {
    rows: sums.map((one) => ({ of: one.user, name: one.name, figures: countAnswered(one) })),
    total: countAnswered(all),
  };
}

function countAnswered({ calls, answeredMs }: { calls: number; answeredMs: number }): Figures {
  const averageS = Math.round(answeredMs / calls / 1000);
  return { calls, minutes: toMinutes(answeredMs), ...(calls === 0 ? {} : { averageS }) };
}

async function readPeople(db: Db, range: FigureRange): Promise<Counted> {
  const days = listDays(range);
  const unit = days.length > MOST_PEOPLE_DAYS ? "month" : "day";
  const [people, sums] = await Promise.all([
    countPeople(db, range, unit),
    sumCalls(db, range, unit),
  ]);
  const { rows, total } = listRows(unit === "day" ? days : listMonths(range), sums, (own) => ({
    newCallers: sum(own, "newCallers"),
    repeatCalls: sum(own, "repeatCalls"),
  }));
  const counted = rows.map(({ of, name, figures }) => {
    const { callers = 0, repeatCallers = 0 } = people.find((one) => one.of === of) ?? {};
    return { of, name, figures: { callers, repeatCallers, ...figures } };
  });
  return { rows: counted, total };
}

async function readWinners(db: Db, range: FigureRange): Promise<Counted> {
  const sums = await sumWins(db, range);
  const total = { wins: 0, cents: 0 };
  for (const { wins, cents } of sums) {
    total.wins += wins;
    total.cents += cents;
  }
  const rows = sums.map(({ prize, name, wins, cents }) => ({
    of: prize,
    name,
    figures: { wins, cents },
  }));
  return { rows, total };
}
