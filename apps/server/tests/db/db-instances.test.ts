import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { FakeClock, settled } from "@linedesk/base/testing";
import { makeConfig, readSettings } from "../../src/config/config.ts";
import { generateSecrets } from "../../src/config/secrets.ts";
import { openDatabase, waitForDatabase } from "../../src/platform/db/database.ts";
import { DatabaseClock } from "../../src/platform/instances/database-clock.ts";
import { listDifferentSettings } from "../../src/platform/instances/instance-conflict-error.ts";
import { InstanceRegistry } from "../../src/platform/instances/instance-registry.ts";
import { LeaderLease } from "../../src/platform/instances/leader-lease.ts";
import { takeFingerprints } from "../../src/platform/instances/take-fingerprints.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { openTestDatabase } from "../support/database.ts";

const database = await openTestDatabase();
const { db } = database;

function makeServer(
  name: string,
  secrets: Record<string, string>,
  previousId: string | null = null,
) {
  const clock = new FakeClock();
  const registry = new InstanceRegistry({
    db,
    log: createLogger({ level: "silent", keepPii: false, format: "json" }),
    clock,
    databaseClock: new DatabaseClock(),
    previousId,
    own: { name, version: "1.2.3", internalUrl: "http://127.0.0.1:1", secrets },
  });
  return { registry, clock };
}

async function aServer(name: string, secrets: Record<string, string> = {}) {
  const { registry, clock } = makeServer(name, secrets);
  await registry.start();
  onTestFinished(() => registry.close());
  return { registry, clock };
}

/** Advances the fake clock step by step, because each query of the database takes real time. */
async function advanceUntilSettled(clock: FakeClock, started: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const end = () => {
    isSettled = true;
  };
  started.then(end, end);
  while (!isSettled) {
    await clock.advance(500);
  }
}

async function expireRow(id: string): Promise<void> {
  await db
    .updateTable("server_instance")
    .set({ expires_at: sql<Date>`clock_timestamp() - interval '1 second'` })
    .where("id", "=", id)
    .execute();
}

async function expireLease(name: string): Promise<void> {
  await db
    .updateTable("leader_lease")
    .set({ expires_at: sql<Date>`clock_timestamp() - interval '1 second'` })
    .where("name", "=", name)
    .execute();
}

function nextDead(registry: InstanceRegistry): Promise<string[]> {
  return new Promise((resolve) => {
    const off = registry.onDead((ids) => {
      off();
      resolve(ids);
    });
  });
}

test("a server is listed as living from its start to its end", async () => {
  const { registry: one } = await aServer("one");
  const { registry: two } = await aServer("two");

  expect((await two.living()).map(({ name }) => name)).toEqual(["one", "two"]);
  expect(two.others.map(({ name }) => name)).toEqual(["one"]);
  await one.close();
  expect((await two.living()).map(({ name }) => name)).toEqual(["two"]);
});

test("a server whose row has expired is reported dead, and returns when it continues", async () => {
  const { registry: one, clock: clockOfOne } = await aServer("one");
  const { registry: two, clock: clockOfTwo } = await aServer("two");
  await expireRow(one.id);

  const dead = nextDead(two);
  await clockOfTwo.advance(1_000);
  expect(await dead).toEqual([one.id]);
  expect((await two.living()).map(({ name }) => name)).toEqual(["two"]);

  const own = nextDead(one);
  await clockOfOne.advance(1_000);
  expect(await own).toEqual([one.id]);
  expect((await two.living()).map(({ name }) => name).toSorted()).toEqual(["one", "two"]);
});

function configWith(env: Record<string, string>) {
  return makeConfig(readSettings(env), generateSecrets());
}

const shared = {
  SESSION_SECRET: "a".repeat(32),
  SSO_COOKIE_SECRET: "a".repeat(32),
  INTEGRATION_KEY: "a".repeat(32),
  TWILIO_ACCOUNT_SID: `AC${"a".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "a".repeat(32),
  TWILIO_API_KEY: `SK${"a".repeat(32)}`,
  TWILIO_API_SECRET: "a".repeat(32),
  TWILIO_APP_SID: `AP${"a".repeat(32)}`,
  PUSHER_APP_ID: "1",
  PUSHER_KEY: "a".repeat(32),
  PUSHER_SECRET: "a".repeat(32),
  OIDC_CLIENT_SECRET: "a".repeat(32),
};

test("[SR104] a second server with other secrets does not start, and names the settings that differ", async () => {
  await aServer("one", takeFingerprints(configWith(shared)));
  const other = { ...shared, PUSHER_SECRET: "b".repeat(32), SESSION_SECRET: "b".repeat(32) };
  const { registry, clock } = makeServer("two", takeFingerprints(configWith(other)));

  const started = registry.start();
  started.catch(() => undefined);
  await advanceUntilSettled(clock, started);

  await expect(started).rejects.toThrow(
    "This server has other values of SESSION_SECRET and PUSHER_SECRET than the server on one, which runs on the same database. Copy them from there: linedesk shared-settings prints all of them.",
  );
  expect(await registry.living()).toHaveLength(1);
  const { rows } = await sql<{
    text: string;
  }>`select server_instance::text from server_instance`.execute(db);
  expect(JSON.stringify(rows)).not.toContain("aaaaaaaa");
});

test("[SR104] two data folders have different values of every secret, and servers with equal settings do not conflict", async () => {
  const made = takeFingerprints(configWith({}));
  const others = takeFingerprints(configWith({}));
  expect(listDifferentSettings(made, others).toSorted()).toEqual(Object.keys(shared).toSorted());

  const fitting = takeFingerprints(configWith(shared));
  expect(listDifferentSettings(fitting, takeFingerprints(configWith(shared)))).toEqual([]);
  expect(listDifferentSettings(fitting, { ...fitting, LATER_SETTING: "1" })).toEqual([]);
});

test("[SR104] a server with changed secrets waits until the row of its killed predecessor has expired", async () => {
  const { registry: killed } = await aServer("one", { SESSION_SECRET: "before" });
  const { registry, clock } = makeServer("one", { SESSION_SECRET: "after" });
  onTestFinished(() => registry.close());

  const started = registry.start();
  await settled();
  await expireRow(killed.id);
  await advanceUntilSettled(clock, started);

  expect((await registry.living()).map(({ id }) => id)).toEqual([registry.id]);
});

test("[SR105] a pooler between server and database is refused", async () => {
  const url = new URL(database.url);
  url.searchParams.set("idle_in_transaction_session_timeout", "0");
  const pooled = openDatabase({ url: url.href, poolSize: 1, onError: () => undefined });
  onTestFinished(() => pooled.destroy());

  await expect(waitForDatabase(pooled)).rejects.toThrow(
    "DATABASE_URL leads to a pooler such as PgBouncer",
  );
  await waitForDatabase(db);
});

test("[SR108] a server acquires the lease of its killed predecessor at once, and reports the predecessor's end", async () => {
  const { registry: killed } = await aServer("one");
  const lease = new LeaderLease({ db, instanceId: killed.id, name: "telephony" });
  expect(await lease.acquire()).toBe(true);

  const { registry, clock } = makeServer("one", {}, killed.id);
  await registry.start();
  onTestFinished(() => registry.close());

  expect((await registry.living()).map(({ id }) => id)).toEqual([registry.id]);
  const own = new LeaderLease({ db, instanceId: registry.id, name: "telephony" });
  expect(await own.acquire()).toBe(true);
  const dead = nextDead(registry);
  await clock.advance(1_000);
  expect(await dead).toEqual([killed.id]);
});

test("one of two servers holds a lease, and the other server acquires it when it is released or lapses", async () => {
  const { registry: one } = await aServer("one");
  const { registry: two } = await aServer("two");
  const [first, second] = [one, two].map(
    ({ id }) => new LeaderLease({ db, instanceId: id, name: "telephony" }),
  );

  expect(await first?.acquire()).toBe(true);
  expect(await second?.acquire()).toBe(false);
  expect(await first?.acquire()).toBe(true);
  await first?.release();
  expect(await second?.acquire()).toBe(true);
  expect(await first?.acquire()).toBe(false);
  await expireLease("telephony");
  expect(await first?.acquire()).toBe(true);
  expect(await second?.acquire()).toBe(false);
  expect(second?.isHeld).toBe(false);
});

test("a leader that was stopped for 4 s does not lead when it continues", async () => {
  const clock = new FakeClock();
  const { registry } = await aServer("one");
  const lease = new LeaderLease({ db, instanceId: registry.id, name: "relay", clock });

  await lease.acquire();
  expect(lease.isHeld).toBe(true);
  await clock.advance(4_000);
  expect(lease.isHeld).toBe(false);
});
