import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import {
  addDays,
  type AnalyticsAnswer,
  type AnalyticsMetric,
  analyticsMetrics,
} from "@linedesk/contract";
import {
  markWrongDays,
  countOutdated,
  createAnalyticsJobs,
} from "../../src/analytics/analytics-jobs.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import {
  averageS,
  countDirections,
  countPeople,
  groupCalls,
  isAbandoned,
  isNet,
  isNetInbound,
  sumMs,
  toMinutes,
} from "../support/count-by-hand.ts";
import { type CountedCall, readCalls, seedCalls } from "../support/counted-calls.ts";
import { aPerson, aStation } from "../support/people.ts";
import { startTestServer } from "../support/station-server.ts";

const FORWARD = "2025-10-05";
const BACK = "2026-04-05";
/** One day in every two weeks of more than a year, and the days around both clock changes. */
const days = [
  ...new Set([
    ...Array.from({ length: 32 }, (_, n) =>
      new Date(Date.UTC(2025, 5, 30) + n * 14 * 86_400_000).toISOString().slice(0, 10),
    ),
    "2025-10-04",
    FORWARD,
    "2025-10-06",
    "2026-04-04",
    BACK,
    "2026-04-06",
    "2025-12-31",
    "2026-01-01",
  ]),
];

const lines = [uuidV7(), uuidV7()];

const server = await startTestServer();
const { db } = server;
const admin = await aPerson(db, "Ada");
const bob = await aPerson(db, "Bob");
const station = await aStation(db, [
  [admin, "admin"],
  [bob, "producer"],
]);
await seedCalls(db, { station, lines, operators: [admin.id, bob.id], days, callsPerDay: 60 });
await countAll();
afterAll(() => server.close());

async function countAll(): Promise<void> {
  await countOutdated(server.db, "day");
  await countOutdated(server.db, "month");
}

interface Range {
  from: string;
  to: string;
  line?: string;
}

async function request(metric: string, query: object, person = admin) {
  const given = new URLSearchParams({ station, ...query });
  const answer = await server.get(`/api/admin/analytics/${metric}?${given.toString()}`, person);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
async function read(metric: AnalyticsMetric, query: object): Promise<AnalyticsAnswer> {
  const { status, body } = await request(metric, query);
  expect(body).toMatchObject({ metric });
  expect(status).toBe(200);
  return body as unknown as AnalyticsAnswer;
}
function pick(calls: readonly CountedCall[], { from, to, line }: Range): CountedCall[] {
  return calls.filter(
    (call) => call.day >= from && call.day <= to && (line === undefined || call.line === line),
  );
}
async function callsIn(range: Range): Promise<CountedCall[]> {
  return pick(await readCalls(server.db, station), range);
}

const year: Range = { from: "2025-07-01", to: "2026-06-30" };
const ranges: Range[] = [
  year,
  { ...year, line: lines[0] ?? "" },
  { from: "2025-09-20", to: "2025-10-20" },
  { from: BACK, to: BACK },
  { from: FORWARD, to: FORWARD, line: lines[1] ?? "" },
  { from: "2025-12-31", to: "2026-01-01" },
];

async function expectTruth(range: Range): Promise<void> {
  const everything = await readCalls(server.db, station);
  const calls = pick(everything, range);
  const net = calls.filter(isNet);
  const answers = Object.fromEntries(
    await Promise.all(analyticsMetrics.map(async (one) => [one, await read(one, range)] as const)),
  ) as Record<AnalyticsMetric, AnalyticsAnswer>;
  expectHours(answers.calls_by_hour, calls);
  expectNetCalls(answers, net);
  expectWaits(answers, net.filter(isNetInbound));
  const months = groupCalls(calls, ({ day }) => day.slice(0, 7));
  for (const { of, figures } of answers.call_minutes_by_month.rows) {
    expect([of, figures.minutes]).toEqual([of, toMinutes(sumMs(months.get(of), "answeredAt"))]);
  }
  for (const [user, own] of groupCalls(net, ({ operator }) => operator)) {
    const row = answers.calls_per_operator.rows.find(({ of }) => of === user);
    const minutes = toMinutes(sumMs(own, "answeredAt"));
    expect(row).toMatchObject({
      name: expect.any(String),
      figures: { calls: own.length, minutes },
    });
  }
  const inbound = net.filter(isNetInbound);
  expect(answers.repeat_callers.total).toEqual({
    newCallers: inbound.filter((one) => one.caller !== null && one.earlierCalls === 0).length,
    repeatCalls: inbound.filter(({ earlierCalls }) => earlierCalls > 0).length,
  });
  const isLong = addDays(range.from, 30) < range.to;
  for (const { of, figures } of answers.repeat_callers.rows) {
    // More than 31 days are shown by whole months.
    expect(of).toHaveLength(isLong ? 7 : 10);
    const whole = { ...range, from: of.padEnd(10, "-01"), to: of.padEnd(10, "-31") };
    expect({ of, ...figures }).toMatchObject({ of, ...countPeople(pick(everything, whole)) });
  }
}

function expectHours({ rows, total }: AnalyticsAnswer, calls: CountedCall[]): void {
  expect(total).toEqual(countDirections(calls));
  for (const [hour, own] of groupCalls(calls, (call) => call.hour)) {
    const sums = { inbound: 0, outbound: 0 };
    for (const { figures } of rows.filter(({ of }) => of.startsWith(hour))) {
      sums.inbound += figures.inbound ?? 0;
      sums.outbound += figures.outbound ?? 0;
    }
    expect({ hour, ...sums }).toEqual({ hour, ...countDirections(own) });
  }
}

function expectNetCalls(answers: Record<AnalyticsMetric, AnalyticsAnswer>, net: CountedCall[]) {
  const days = groupCalls(net, ({ day }) => day);
  const inbound = net.filter(isNetInbound).length;
  expect(answers.net_inbound_calls.total).toEqual({ calls: inbound });
  expect(answers.net_outbound_calls.total).toEqual({ calls: net.length - inbound });
  expect(answers.net_call_minutes.total).toEqual({ minutes: toMinutes(sumMs(net, "answeredAt")) });
  for (const [index, { of, figures }] of answers.net_inbound_calls.rows.entries()) {
    const own = days.get(of) ?? [];
    const incoming = own.filter(isNetInbound).length;
    expect([of, figures.calls]).toEqual([of, incoming]);
    expect(answers.net_outbound_calls.rows[index]).toMatchObject({
      of,
      figures: { calls: own.length - incoming },
    });
    expect(answers.net_call_minutes.rows[index]).toMatchObject({
      of,
      figures: { minutes: toMinutes(sumMs(own, "answeredAt")) },
    });
  }
}

function expectWaits(answers: Record<AnalyticsMetric, AnalyticsAnswer>, inbound: CountedCall[]) {
  const answered = inbound.filter(({ answeredAt }) => answeredAt !== null);
  const abandoned = inbound.filter(isAbandoned);
  const { total, rows } = answers.waiting_times;
  expect(total).toMatchObject({ calls: answered.length, averageS: averageS(answered) });
  // Each class contains the waits of its length. The median is exact to the size of a step, here at
  // most 15 s.
  const waits = answered.map((call) => sumMs([call], "at") / 1000).toSorted((a, b) => a - b);
  for (const { of, figures } of rows) {
    const [from = 0, to] = of.split("-").map((part) => (part === "" ? Infinity : Number(part)));
    const own = waits.filter((wait) => wait >= from && wait < (to ?? Infinity));
    expect([of, figures.calls]).toEqual([of, own.length]);
  }
  const median = waits[Math.ceil(waits.length / 2) - 1] ?? 0;
  expect(median - (total.medianS ?? 0)).toBeGreaterThanOrEqual(0);
  expect(median - (total.medianS ?? 0)).toBeLessThan(15);
  expect(answers.abandoned_calls.total).toMatchObject({
    calls: inbound.length,
    abandoned: abandoned.length,
    percent: Math.round((abandoned.length / inbound.length) * 1000) / 10,
    ...(abandoned.length === 0 ? {} : { averageS: averageS(abandoned) }),
  });
}

test.each(ranges)(
  "[AD5] [AD7] [AD33] [AD53] [AD54] the figures match the calls, %o",
  expectTruth,
  60_000,
);

test("[AD6] a day has its real hours, and missing and repeated hours are named", async () => {
  const forward = await read("calls_by_hour", { from: FORWARD, to: FORWARD });
  const back = await read("calls_by_hour", { from: BACK, to: BACK });
  const both = await read("calls_by_hour", year);

  expect(forward.rows).toHaveLength(23);
  expect(forward.rows.map(({ of }) => of).slice(0, 4)).toEqual(["00", "01", "03", "04"]);
  expect(forward.clockChanges).toEqual([{ day: FORWARD, missing: ["02"], twice: [] }]);
  expect(back.rows).toHaveLength(25);
  expect(back.rows.map(({ of }) => of).slice(0, 5)).toEqual(["00", "01", "02", "02b", "03"]);
  expect(back.clockChanges).toEqual([{ day: BACK, missing: [], twice: ["02"] }]);
  const hours = back.rows.filter(({ of }) => of.startsWith("02")).map(({ figures }) => figures);
  const times = (await callsIn({ from: BACK, to: BACK })).map(({ at }) => at);
  // 02:00 comes at 15:00 UTC of the day before, and again at 16:00.
  const counts = ["2026-04-04T15", "2026-04-04T16"].map(
    (hour) => times.filter((at) => at.toISOString().startsWith(hour)).length,
  );
  expect(hours.map(({ inbound = 0, outbound = 0 }) => inbound + outbound)).toEqual(counts);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(both.rows).toHaveLength(24);
  expect(both.clockChanges.map(({ day }) => day)).toEqual([FORWARD, BACK]);
  const months = await read("call_minutes_by_month", { from: "2025-12-31", to: "2026-01-01" });
  expect(months.rows.map(({ of }) => of)).toEqual(["2025-12", "2026-01"]);
});

test("[AD51] late changes are shown as pending days until they are counted", async () => {
  const { db } = server;
  const [first = "", second = ""] = days;
  const range = { from: "2025-06-30", to: "2025-08-30" };
  const before = await read("net_inbound_calls", range);
  expect(before.pendingDays).toBe(0);

  await sql`
    update call set reason = 'operator_hung_up', ended_at = ended_at + interval '7 seconds'
    where station_id = ${station} and reason = 'rejected' and arrived_at < '2025-08-01'`.execute(
    db,
  );
  await sql`
    update call set caller_id = ${uuidV7()}, phone_line_id = ${lines[1]}
    where station_id = ${station} and arrived_at < '2025-07-20' and earlier_calls = 1`.execute(db);
  await sql`
    update call set ended_at = null where station_id = ${station} and reason = 'busy'
      and arrived_at < '2025-07-20'`.execute(db);
  await sql`
    update call set ended_at = arrived_at + interval '1 hour'
    where station_id = ${station} and ended_at is null`.execute(db);
  const late = await read("net_inbound_calls", range);
  expect(late.rows).toEqual(before.rows);
  expect(late.pendingDays).toBeGreaterThan(1);

  await Promise.all([countOutdated(db, "day"), countOutdated(db, "day")]);
  await countOutdated(db, "month");

  expect((await read("net_inbound_calls", range)).pendingDays).toBe(0);
  for (const day of [first, second]) {
    await expectTruth({ from: day, to: day });
  }
  await expectTruth(range);
});

test("[AD51] each night every day is checked, and figures outlive erased calls", async () => {
  const { db } = server;
  const range = { from: BACK, to: BACK };
  const before = (await read("calls_by_hour", range)).total;
  await sql`update hour_figure set net_calls = net_calls + 1, calls = 0 where day = ${BACK}`.execute(
    db,
  );
  await sql`delete from hour_figure where day = ${FORWARD}`.execute(db);

  expect(await markWrongDays(db)).toBe(2);
  await countAll();

  expect((await read("calls_by_hour", range)).total).toEqual(before);
  await expectTruth(range);
  await expectTruth({ from: FORWARD, to: FORWARD });
  expect(await markWrongDays(db)).toBe(0);

  await sql`
    delete from call where station_id = ${station} and direction = 'outbound'
      and (arrived_at at time zone 'Australia/Sydney')::date = ${BACK}`.execute(db);
  await sql`
    update call set reason = 'failed' where station_id = ${station}
      and (arrived_at at time zone 'Australia/Sydney')::date = ${BACK}`.execute(db);
  expect(await markWrongDays(db)).toBe(0);
  await countAll();
  expect((await read("calls_by_hour", range)).total).toEqual(before);
});

test("[AD51] [AD54] days are counted each minute, months each hour, and all are checked at night", async () => {
  const { db, running } = server;
  const jobs = createAnalyticsJobs({ db, log: running.context.log });
  const [byMinute, byHour, byNight] = jobs;
  const before = (await read("net_inbound_calls", year)).total;
  await sql`delete from hour_figure where station_id = ${station} and day = ${FORWARD}`.execute(db);
  await sql`delete from people_figure where station_id = ${station} and unit = 'month'`.execute(db);

  for (const job of [byNight, byMinute, byHour]) {
    await job?.run();
  }

  expect(jobs.map(({ cron }) => cron)).toEqual(["* * * * *", "41 * * * *", "23 17 * * *"]);
  expect((await read("net_inbound_calls", year)).total).toEqual(before);
  const { rows } = await read("repeat_callers", year);
  expect(rows.find(({ of }) => of === FORWARD.slice(0, 7))?.figures.callers).toBeGreaterThan(0);
});

test("[AD5] wins are counted by prize, for all lines together and for one line", async () => {
  const { db } = server;
  const [call] = (await callsIn(year)).filter(({ line }) => line === lines[0]);
  const prize = uuidV7();
  await sql`
    insert into prize (id, station_id, name, value_cents, stock)
    values (${prize}, ${station}, 'Tickets', 5000, 3)`.execute(db);
  for (const [day, of] of [
    ["2026-02-01", call?.id],
    ["2026-02-03", uuidV7()],
  ]) {
    await sql`
      insert into prize_win (id, station_id, call_id, prize_id, prize_name, value_cents, number,
        won_at, won_on, recorded_by, status_by, status_at)
      values (${uuidV7()}, ${station}, ${of}, ${prize}, 'Tickets', 5000, '+61491570006',
        ${call?.at}, ${day}, 'Carla', 'Carla', now())`.execute(db);
  }

  const all = await read("winners", year);
  expect(all.rows).toEqual([
    { of: prize, name: "Tickets", figures: { wins: 2, cents: 10_000 }, before: null },
  ]);
  expect(all.total).toEqual({ wins: 2, cents: 10_000 });
  expect((await read("winners", { from: "2026-02-02", to: "2026-02-03" })).total.wins).toBe(1);
  expect((await read("winners", { ...year, line: lines[0] })).total.wins).toBe(1);
});

test("[AD56] [AD58] each row of a metric is paired with the row of the previous days or months", async () => {
  const range = { from: "2026-01-01", to: "2026-03-01" };
  const days = await read("net_inbound_calls", { ...range, compare: "before" });
  expect(days.before).toMatchObject({ from: "2025-11-02", to: "2025-12-31" });
  expect((await read("net_inbound_calls", range)).before).toBeNull();
  for (const metric of analyticsMetrics) {
    const { rows, before } = await read(metric, { ...range, compare: "before" });
    const earlier = await read(metric, before ?? {});
    expect(before?.total).toEqual(earlier.total);
    const found = rows.flatMap((row) => (row.before === null ? [] : [row.before]));
    // Each earlier day is present exactly once.
    expect([metric, new Set(found)]).toEqual([
      metric,
      new Set(earlier.rows.map(({ of, figures }) => ({ of, figures }))),
    ]);
    expect(found).toHaveLength(earlier.rows.length);
    const alone = await read(metric, range);
    expect(alone.rows.map(({ before: none }) => none)).toEqual(alone.rows.map(() => null));
  }
  const months = await read("call_minutes_by_month", { ...range, compare: "before" });
  expect(months.before).toMatchObject({ from: "2025-10-01", to: "2025-12-01" });
  expect(months.rows.map(({ of, before }) => [of, before?.of])).toEqual([
    ["2026-01", "2025-10"],
    ["2026-02", "2025-11"],
    ["2026-03", "2025-12"],
  ]);
});

test.each([
  [{ from: "2026-02-30", to: "2026-03-01" }, { from: { reason: "is_no_day" } }],
  [{ from: "2026-03-02", to: "2026-03-01" }, { to: { reason: "is_before_first_day" } }],
  [
    { from: "2025-03-01", to: "2026-03-02" },
    { from: { reason: "is_too_far_from_last_day", params: { most: 366 } } },
  ],
])("[AD56] %o is refused as a range", async (query, fields) => {
  expect(await request("winners", query)).toMatchObject({
    status: 400,
    body: { error: { code: "bad_request", fields } },
  });
});
