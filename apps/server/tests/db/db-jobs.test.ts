import { randomBytes } from "node:crypto";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { createAnalyticsJobs } from "../../src/analytics/analytics-jobs.ts";
import { createSessionStore } from "../../src/auth/session-store.ts";
import { createCleanupJob } from "../../src/cleanup-job.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { Jobs } from "../../src/platform/jobs/jobs.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { insertReceipts } from "../../src/telephony/webhooks/receipt-store.ts";
import { createTestDatabase, openTestDatabase } from "../support/database.ts";
import { aPerson, type Person } from "../support/people.ts";

const database = await openTestDatabase();

const store = createSessionStore(database.db);
const log = createLogger({ level: "silent" });

test("with two servers, a run of a job is executed once", async () => {
  const turns: string[] = [];
  let first: () => void = () => undefined;
  const ran = new Promise<void>((resolve) => {
    first = resolve;
  });
  function aServer(name: string): Jobs {
    return new Jobs({
      databaseUrl: database.url,
      log,
      pollSeconds: 0.5,
      jobs: [
        {
          name: "once",
          cron: "0 0 1 1 *",
          run: async () => {
            turns.push(name);
            first();
          },
        },
      ],
    });
  }
  const servers = [aServer("one"), aServer("two")];
  for (const server of servers) {
    server.start();
  }

  await Promise.all(servers.map((server) => server.ready()));
  await servers[0]?.runSoon("once");
  await ran;
  await Promise.all(servers.map((server) => server.close()));

  expect(turns).toHaveLength(1);
});

test("a job that is due at the start runs then, whatever its schedule", async () => {
  let ran: () => void = () => undefined;
  const hasRun = new Promise<void>((resolve) => {
    ran = resolve;
  });
  const jobs = new Jobs({
    databaseUrl: database.url,
    log,
    jobs: [
      { name: "due", cron: "0 0 1 1 *", isDueAtStart: true, run: () => Promise.resolve(ran()) },
    ],
  });
  const due = createAnalyticsJobs({ db: database.db, log }).filter((one) => one.isDueAtStart);
  expect(due.map(({ name }) => name)).toEqual(["analytics-months"]);

  jobs.start();

  await hasRun;
  await jobs.close();
});

test("a job runs after a first attempt that the database refused", async () => {
  const own = await createTestDatabase();
  // The role of the server may not create tables in place of the missing ones.
  await sql`alter schema pgboss rename to away`.execute(own.ownerDb);
  const heal = sql`alter schema away rename to pgboss`;
  let jobs: Jobs | undefined;
  const refusals: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    function warn(refusal: unknown) {
      refusals.push(refusal);
      if (refusals.length === 1) {
        heal.execute(own.ownerDb).catch(reject);
      }
    }
    const run = () => Promise.resolve(resolve());
    jobs = new Jobs({
      databaseUrl: own.url,
      log: { warn, debug: () => undefined },
      retryMs: 50,
      jobs: [{ name: "due", cron: "0 0 1 1 *", isDueAtStart: true, run }],
    });
    jobs.start();
  });
  await jobs?.close();
  await own.close();

  expect(refusals).not.toEqual([]);
});

test("a job that fails while the database cannot store its end is reported, and ends no server", async () => {
  const own = await createTestDatabase();
  const warnings: unknown[] = [];
  const end = "job result save failed";
  let jobs: Jobs | undefined;
  await new Promise<void>((resolve) => {
    function warn(_: unknown, words?: string) {
      warnings.push(words);
      if (words === end) {
        resolve();
      }
    }
    async function run() {
      await sql`drop schema pgboss cascade`.execute(own.ownerDb);
      throw new Error("the database is away");
    }
    jobs = new Jobs({
      databaseUrl: own.url,
      log: { warn, debug: () => undefined },
      jobs: [{ name: "due", cron: "0 0 1 1 *", isDueAtStart: true, run }],
    });
    jobs.start();
  });
  await jobs?.close();
  await own.close();

  expect(warnings).toContain(end);
});
async function aSession({ id: userId }: Person, expiresAt = new Date(Date.now() + 60_000)) {
  const of = { id: uuidV7(), tokenHash: randomBytes(32), userId, expiresAt };
  const session = { ...of, createdAt: new Date(0), idTokenHint: "hint", userAgent: null };
  await store.insert(session);
  return session;
}

test("cleaning removes only ended sessions and old receipts", async () => {
  const { db } = database;
  const person = await aPerson(db);
  await aSession(person, new Date(Date.now() - 2 * 24 * 3_600_000));
  await aSession(person);
  await insertReceipts(db, ["new"]);
  await db
    .insertInto("webhook_receipt")
    .values({ token: "old", received_at: new Date(Date.now() - 8 * 24 * 3_600_000) })
    .execute();

  await createCleanupJob({
    db,
    deleteExpiredSessions: (at) => store.deleteExpiredBefore(at),
  }).run();

  const receipts = await db.selectFrom("webhook_receipt").select("token").execute();
  expect(receipts).toEqual([{ token: "new" }]);
  expect(await store.revokeAllOfUser(person.id, new Date())).toBe(1);
});

test("a revoked session has the time of its first revocation and keeps no ID token", async () => {
  const { id, tokenHash } = await aSession(await aPerson(database.db));

  await store.revoke(id, new Date(1_000));
  await store.revoke(id, new Date(2_000));

  const revoked = { revokedAt: new Date(1_000), idTokenHint: null };
  expect(await store.findByTokenHash(tokenHash)).toMatchObject(revoked);
});

test("a disabled user has no valid session", async () => {
  const alice = await aPerson(database.db);
  const { tokenHash } = await aSession(alice);
  expect(await store.findByTokenHash(tokenHash)).toMatchObject({ user: alice });

  const disabled = database.db.updateTable("user").set({ disabled_at: new Date() });
  await disabled.where("id", "=", alice.id).execute();

  expect(await store.findByTokenHash(tokenHash)).toBeUndefined();
});
