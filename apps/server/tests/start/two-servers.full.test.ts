import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { ring } from "@linedesk/testkit";
import { loadSecrets } from "../../src/config/secrets.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { queryDatabase } from "../support/query-database.ts";
import { type ServerProcess, startServerProcess } from "../support/server-processes.ts";
import { startAccount, stopAccount } from "../support/twilio-account.ts";

const LINE = "+61255500101";
/**
 * The lease lapses after 4 s and the next check follows within 1 s; a busy machine needs 1 s more.
 */
const TAKEN_OVER_MS = 6_000;
const SHIFT_MS = 16_000;

let folder: string;
let database: TestDatabase;
let exchange: ChildProcess;
let sipPort: number;
let exchangePort: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-two-servers-"));
  const { accountSid, authToken, apiKey, apiSecret } = await loadSecrets(folder);
  database = await createTestDatabase();
  [sipPort, exchangePort] = [await findFreePort(), await findFreePort()];
  exchange = await startAccount({
    port: exchangePort,
    sipPort,
    dataDir: join(folder, "exchange"),
    account: { accountSid, authToken, apiKey, apiSecret },
  });
});
afterAll(async () => {
  await stopAccount(exchange);
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const common = { DATABASE_URL: database.url, EXCHANGE_PORT: String(exchangePort) };
  const server = await startServerProcess(name, { folder, env: { ...common, ...env } });
  onTestFinished(() => server.kill());
  return server;
}

/** Returns the name of the server that has the lease. */
async function findLeader(names: readonly string[]): Promise<string | null> {
  const row = await database.db
    .selectFrom("leader_lease")
    .select("holder")
    .where("name", "=", "telephony")
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  for (const name of names) {
    const written = await readFile(join(folder, name, "server-instance"), "utf8");
    if ((JSON.parse(written) as { id: string }).id === row?.holder) {
      return name;
    }
  }
  return null;
}

async function readReadiness({ port }: ServerProcess): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`);
  return ((await answer.json()) as { reasons: string[] }).reasons;
}

/** Returns the time until the other server leads. */
async function untilLeads(name: string): Promise<number> {
  const startedMs = performance.now();
  await expect
    .poll(() => findLeader([name]), { interval: 50, timeout: 2 * TAKEN_OVER_MS })
    .toBe(name);
  return performance.now() - startedMs;
}

test("[SR108] a stopped or killed leader is replaced within 5 s, and follows when it continues", async () => {
  const first = await start("first");
  await untilLeads("first");
  const second = await start("second");

  first.child.kill("SIGSTOP");
  expect(await untilLeads("second")).toBeLessThan(TAKEN_OVER_MS);
  first.child.kill("SIGCONT");
  await expect.poll(() => readReadiness(first), { timeout: 10_000 }).toEqual([]);
  await wait(TAKEN_OVER_MS);
  expect(await findLeader(["first", "second"])).toBe("second");

  await second.kill();
  expect(await untilLeads("first")).toBeLessThan(TAKEN_OVER_MS);
}, 120_000);

async function insertClaim(): Promise<string> {
  const id = randomUUID();
  await sql`insert into claim (id, call_id, user_id, user_name, line, feeds_air, made_at, expires_at)
    select ${id}, gen_random_uuid(), u.id, u.name, 'line1', false, clock_timestamp(),
      clock_timestamp() + interval '15 seconds'
    from "user" u limit 1`.execute(database.db);
  return id;
}

async function readLapse(id: string): Promise<Date | null> {
  const row = await database.db
    .selectFrom("claim")
    .select("lapsed_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.lapsed_at;
}

test("[SR107] a claim lasts its 15 s although another server's clock is 16 s ahead, and that other server is not ready", async () => {
  const shift = join(folder, "shift.mjs");
  await writeFile(
    shift,
    `const Real = Date;
     globalThis.Date = class extends Real {
       constructor(...given) { super(...(given.length === 0 ? [Real.now() + ${SHIFT_MS}] : given)); }
       static now() { return Real.now() + ${SHIFT_MS}; }
     };`,
  );
  const ahead = await start("ahead", { NODE_OPTIONS: `--import ${shift}` });
  const right = await start("right");
  expect(await readReadiness(ahead)).toEqual(["clock"]);
  expect(await readReadiness(right)).toEqual([]);

  const startedMs = performance.now();
  const claim = await insertClaim();
  await expect.poll(() => readLapse(claim), { interval: 50, timeout: 30_000 }).not.toBeNull();

  const livedMs = performance.now() - startedMs;
  expect(livedMs).toBeGreaterThan(14_500);
  expect(livedMs).toBeLessThan(18_000);
}, 120_000);

/** Makes the database refuse each change, as a standby does after a failover. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  const admin = new URL(database.adminUrl);
  admin.pathname = "/postgres";
  const value = isReadOnly ? "on" : "off";
  await queryDatabase(
    admin.href,
    `alter database ${name} set default_transaction_read_only = ${value}`,
  );
  await queryDatabase(
    admin.href,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

test("[AP22] a caller who calls while the database accepts no changes for 20 s waits in the queue afterwards", async () => {
  const servers = [await start("left"), await start("right")];
  const exchangeAt = { address: "127.0.0.1", port: sipPort };
  await expect
    .poll(
      async () => {
        const early = await ring({ exchange: exchangeAt, from: "+61491570101", to: LINE });
        const isTaken = await early.answered.then(
          () => true,
          () => false,
        );
        await early.close();
        return isTaken;
      },
      { timeout: 60_000 },
    )
    .toBe(true);

  await setReadOnly(true);
  for (const server of servers) {
    await expect.poll(() => readReadiness(server), { timeout: 10_000 }).toContain("database");
  }
  const listener = await ring({ exchange: exchangeAt, from: "+61491570156", to: LINE });
  await wait(20_000);
  await setReadOnly(false);

  for (const server of servers) {
    await expect.poll(() => readReadiness(server), { timeout: 20_000 }).toEqual([]);
  }
  await expect.poll(countWaiting, { interval: 200, timeout: 30_000 }).toBe(1);
  await listener.close();
}, 180_000);

async function countWaiting(): Promise<number> {
  const rows = await database.db
    .selectFrom("call")
    .select("id")
    .where("number", "=", "+61491570156")
    .where("ended_at", "is", null)
    .execute();
  return rows.length;
}
