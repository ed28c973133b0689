/**
 * Creates a station of a million callers and ten million calls (`PEOPLE_TIMES=10` for ten times as
 * many) in the database. It compares the time of a search and of a page of the history with the
 * bare statement, and checks that no plan scans a whole table. `PEOPLE_CALLS` sets another number
 * of calls, `PEOPLE_FOLDER` keeps the data for another run. The large seed exceeds a bench's time
 * limit: `--seconds 1200` adds 80 minutes.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql, type RawBuilder } from "kysely";

import { findFreePort } from "@linedesk/base";
import { findByLastCall, findByWords } from "../apps/server/src/callers/caller-search-store.ts";
import { searchCallers } from "../apps/server/src/callers/search-callers.ts";
import { readCallerHistory } from "../apps/server/src/calls/caller-history.ts";
import { readCallerProfile } from "../apps/server/src/calls/caller-profile.ts";
import { queryPastCalls, type HistoryPage } from "../apps/server/src/calls/store/history-store.ts";
import { openDatabase, type Db } from "../apps/server/src/platform/db/database.ts";
import { migrate } from "../apps/server/src/platform/db/migrate.ts";
import { startEmbeddedPostgres } from "../apps/server/src/supervisor/postgres/embedded-postgres.ts";
import {
  createSeedFunctions,
  explain,
  seedPeople,
  type PeopleSeed,
} from "./support/people-seed.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const STATION = "0190a0a0-0000-7000-8000-000000000009";
const CALLERS = 1_000_000;
const CALLS = 10_000_000;
const ROUNDS = 60;
const LIMIT_MS = 50;

export const run: Bench = async () => {
  const times = Number(process.env["PEOPLE_TIMES"] ?? "1");
  const given = process.env["PEOPLE_FOLDER"];
  const folder = given ?? mkdtempSync(join(tmpdir(), "linedesk-people-"));
  mkdirSync(folder, { recursive: true });
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
    await createSeedFunctions(db);
    const calls = Number(process.env["PEOPLE_CALLS"] ?? CALLS * times);
    const seed = { callers: CALLERS * times, calls };
    const made = await seedOnce(db, folder, seed);
    return [
      infoRow("people: callers, calls", `${seed.callers}, ${seed.calls}`, made),
      infoRow("people: on the disk", await sizeOfDatabase(db), "with its indexes"),
      ...(await measureAll(db, seed.callers)),
    ];
  } finally {
    await db.destroy();
    await postgres.stop();
    if (given === undefined) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
};

async function sizeOfDatabase(db: Db): Promise<string> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database())::text as bytes`.execute(db);
  return `${(Number(rows[0]?.bytes) / 1e9).toFixed(2)} GB`;
}

type SeedSize = Pick<PeopleSeed, "callers" | "calls">;

/**
 * Creates callers and calls, unless the folder already has that many. Returns a text with the time
 * that this took.
 */
async function seedOnce(db: Db, folder: string, size: SeedSize): Promise<string> {
  const marker = join(folder, `seeded-${size.callers}-${size.calls}`);
  if (existsSync(marker)) {
    return "kept from an earlier run";
  }
  const beganAt = performance.now();
  await seedPeople(db, { station: STATION, ...size });
  writeFileSync(marker, "");
  return `made in ${Math.round((performance.now() - beganAt) / 1000)} s`;
}

interface Measured {
  name: string;
  /** Runs the server's code for the request. */
  ask: (round: number) => Promise<unknown>;
  /** The bare SQL statement that reads the same rows. */
  bare: (round: number) => RawBuilder<unknown>;
}

function digits(round: number, callers: number): string {
  return `04${String((round * 7919) % callers).padStart(8, "0")}`;
}

function page(change: Partial<HistoryPage>): HistoryPage {
  return { station: STATION, callers: null, before: null, limit: 51, ...change };
}

function word(walked: string, others: string[] = []) {
  return findByWords({ station: STATION, walked, others, after: null, limit: 51 });
}

const FIRST = ["kim", "sam", "ana", "leo", "zoe", "tom"];
const LAST = ["nguyen", "smith", "tran", "jones"];

function pick(list: readonly string[], round: number): string {
  return list[round % list.length] ?? "";
}

async function listCases(db: Db, callers: number): Promise<Measured[]> {
  const { rows } = await sql<{ id: string; arrived_at: Date }>`
    select id, arrived_at from call order by arrived_at desc offset 100000 limit 1`.execute(db);
  const before = rows[0]?.id ?? "";
  const whoRows = await sql<{ id: string }>`
    select id from caller order by id limit ${ROUNDS}`.execute(db);
  const who = (round: number) => whoRows.rows[round % whoRows.rows.length]?.id ?? "";
  const station = STATION;
  const now = new Date();
  return [
    {
      name: "search: one letter",
      ask: (round) => searchCallers(db, { station, find: "kstalz"[round % 6] }),
      bare: (round) => word("kstalz"[round % 6] ?? "k"),
    },
    {
      name: "search: two names",
      ask: (round) =>
        searchCallers(db, { station, find: `${pick(FIRST, round)} ${pick(LAST, round)}` }),
      bare: (round) => word(pick(FIRST, round), [pick(LAST, round)]),
    },
    {
      name: "search: name and place",
      ask: (round) => searchCallers(db, { station, find: `${pick(LAST, round)} penr` }),
      bare: (round) => word("penr", [pick(LAST, round)]),
    },
    {
      name: "search: a number",
      ask: (round) => searchCallers(db, { station, find: digits(round, callers) }),
      bare: (round) => word(digits(round, callers)),
    },
    {
      name: "callers by their last call",
      ask: () => searchCallers(db, { station }),
      bare: () => findByLastCall({ station, after: null, limit: 51 }),
    },
    {
      name: "history of a caller",
      ask: (round) => readCallerHistory(db, { station, caller: who(round), limit: 50 }),
      bare: (round) => queryPastCalls(page({ callers: [who(round)] })),
    },
    {
      name: "history of the station, 100,000 calls back",
      ask: () => readCallerHistory(db, { station, cursor: before, limit: 50 }),
      bare: () => queryPastCalls(page({ before })),
    },
    {
      name: "history of the station, filtered",
      ask: () => readCallerHistory(db, { station, outcome: "left", text: "rates 5", limit: 50 }),
      bare: () => queryPastCalls(page({ outcome: "left", text: "rates 5" })),
    },
    {
      name: "profile",
      ask: (round) => readCallerProfile(db, { station, caller: who(round), now }),
      bare: (round) => queryPastCalls(page({ callers: [who(round)], limit: 6 })),
    },
  ];
}

async function timed(rounds: number, ask: (round: number) => Promise<unknown>): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    await ask(round);
    values.push(performance.now() - from);
  }
  return values;
}

async function measureAll(db: Db, callers: number): Promise<Row[]> {
  const rows: Row[] = [];
  const scans: string[] = [];
  for (const { name, ask, bare } of await listCases(db, callers)) {
    await timed(5, ask);
    const values = await timed(ROUNDS, ask);
    const beside = await timed(ROUNDS, (round) => bare(round).execute(db));
    const { scansTable, plan } = await explain(db, bare(0));
    if (scansTable) {
      scans.push(`${name}\n${plan}`);
    }
    const p95 = percentile(values, 0.95);
    rows.push(
      limitRow(`people: ${name}`, formatPercentiles(values, 1), {
        beside: `p95 <= ${LIMIT_MS} ms; bare SQL ${formatPercentiles(beside, 1)}`,
        holds: p95 <= LIMIT_MS,
      }),
    );
  }
  return [
    ...rows,
    limitRow("people: plans that read a whole table", `${scans.length}`, {
      beside: scans.length === 0 ? "0" : scans.join("; "),
      holds: scans.length === 0,
    }),
  ];
}
