/**
 * Creates a year of a busy station, five million calls, in the database. It measures the time to
 * read each metric of the analytics: for the whole year, and for a week with the previous week. For
 * comparison it counts the figures from the calls. It also measures the time to recount a day.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type RawBuilder, sql } from "kysely";

import { findFreePort } from "@linedesk/base";
import {
  addDays,
  type AnalyticsMetric,
  analyticsMetrics,
  findStationDay,
} from "@linedesk/contract";
import { countOutdated } from "../apps/server/src/analytics/analytics-jobs.ts";
import { markOutdated } from "../apps/server/src/analytics/counted-store.ts";
import { readAnalytics } from "../apps/server/src/analytics/register-analytics.ts";
import { type Db, openDatabase } from "../apps/server/src/platform/db/database.ts";
import { migrate } from "../apps/server/src/platform/db/migrate.ts";
import { startEmbeddedPostgres } from "../apps/server/src/supervisor/postgres/embedded-postgres.ts";
import { seedYear } from "./support/analytics-seed.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const STATION = "0190a0a0-0000-7000-8000-000000000009";
const LINES = [1, 2, 3, 4, 5].map((n) => `0190a0a0-0000-7000-8000-00000000010${n}`);
const CALLS = 5_000_000;
const ROUNDS = 40;
const LIMIT_MS = 300;

export const run: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-analytics-"));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dir: join(folder, "postgres"),
    port: await findFreePort(),
    passwords: { admin: "bench", owner: "bench", server: "bench" },
    onLog: () => undefined,
    disposable: true,
  });
  const db = openDatabase({ url: postgres.urls.admin, poolSize: 4, onError: () => undefined });
  try {
    await migrate(db);
    const made = await timed(() =>
      db.connection().execute(async (connection) => {
        await sql`set statement_timeout = 0`.execute(connection);
        await seedYear(connection, { station: STATION, calls: CALLS, lines: LINES });
      }),
    );
    const counted = await timed(async () => {
      while ((await countOutdated(db, "day")) + (await countOutdated(db, "month")) > 0) {
        // The loop runs the job's next step.
      }
    });
    await sql`vacuum analyze`.execute(db);
    return [
      infoRow("analytics: calls", `${CALLS}`, `made in ${seconds(made)} s`),
      infoRow("analytics: a year counted", `${seconds(counted)} s`),
      ...(await measureAll(db)),
      await measureDay(db),
    ];
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function timeRounds(work: (round: number) => Promise<unknown>): Promise<number[]> {
  await work(0);
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    values.push(await timed(() => work(round)));
  }
  return values;
}

const NET = sql`reason not in ('rejected', 'blocked', 'line_closed')`;
const DAY = sql`(arrived_at at time zone 'Australia/Sydney')::date`;
const MINUTES = sql`sum(extract(epoch from ended_at - answered_at)) / 60`;

/**
 * Statements that count the figures of some metrics from the calls, for comparison. Winners have a
 * small table of their own, so they have no statement here.
 */
const bare: Partial<Record<AnalyticsMetric, RawBuilder<unknown>>> = {
  calls_by_hour: sql`select extract(hour from arrived_at at time zone 'Australia/Sydney'), direction,
    count(*) from call where station_id = ${STATION} and ended_at is not null group by 1, 2`,
  call_minutes_by_month: sql`select date_trunc('month', arrived_at at time zone 'Australia/Sydney'),
    ${MINUTES} from call where station_id = ${STATION} and ended_at is not null group by 1`,
  net_inbound_calls: sql`select ${DAY}, count(*) from call where station_id = ${STATION} and ${NET}
    and direction = 'inbound' group by 1`,
  waiting_times: sql`select percentile_disc(0.5) within group (order by answered_at - arrived_at)
    from call where station_id = ${STATION} and ${NET} and answered_at is not null`,
  calls_per_operator: sql`select answered_by, count(*), ${MINUTES} from call
    where station_id = ${STATION} and ${NET} group by 1`,
  repeat_callers: sql`select month, count(*), count(*) filter (where calls > 1) from (
    select date_trunc('month', arrived_at at time zone 'Australia/Sydney') as month, caller_id,
      count(*) as calls from call where station_id = ${STATION} and ${NET} group by 1, 2) as p
    group by 1`,
};

async function measureAll(db: Db): Promise<Row[]> {
  const today = findStationDay(new Date());
  const year = { station: STATION, from: addDays(today, -363), to: today };
  const week = { station: STATION, from: addDays(today, -7), to: addDays(today, -1) };
  const rows: Row[] = [];
  for (const metric of analyticsMetrics) {
    const ofYear = await timeRounds((round) =>
      // Every second query filters by one line.
      readAnalytics(db, { ...year, metric, line: round % 2 === 0 ? undefined : LINES[round % 5] }),
    );
    const ofWeek = await timeRounds(() =>
      readAnalytics(db, { ...week, metric, compare: "before" }),
    );
    const query = bare[metric];
    const counted = query === undefined ? null : await timed(() => runLong(db, query));
    rows.push(
      toRow(`analytics: ${metric}, a year`, ofYear, counted),
      toRow(`analytics: ${metric}, a week with the previous week`, ofWeek, null),
    );
  }
  return rows;
}

/** Runs a query without the server's statement timeout, which a count from the calls exceeds. */
function runLong(db: Db, query: RawBuilder<unknown>): Promise<unknown> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await query.execute(connection);
  });
}

function toRow(name: string, values: number[], countedMs: number | null): Row {
  const beside = countedMs === null ? "" : `; from the calls ${Math.round(countedMs)} ms`;
  return limitRow(name, formatPercentiles(values, 1), {
    beside: `p95 <= ${LIMIT_MS} ms${beside}`,
    holds: percentile(values, 0.95) <= LIMIT_MS,
  });
}

/** Measures a late event, after which its day is recounted with all its calls. */
async function measureDay(db: Db): Promise<Row> {
  const yesterday = addDays(findStationDay(new Date()), -1);
  const values = await timeRounds(async () => {
    await markOutdated(db, { station: STATION, unit: "day", start: yesterday });
    await countOutdated(db, "day");
  });
  return infoRow("analytics: a day counted again", formatPercentiles(values, 1));
}
