import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";

import { stationChannel } from "@linedesk/contract";
import type { Db, Trx } from "../../src/platform/db/database.ts";
import { OUTBOX_NOTIFICATION } from "../../src/platform/db/event-driver.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { LeaderLease } from "../../src/platform/instances/leader-lease.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { OutboxReader } from "../../src/platform/realtime/outbox-reader.ts";
import { OutboxRelay } from "../../src/platform/realtime/outbox-relay.ts";
import {
  findOutboxLag,
  pruneOutbox,
  type OutboxRow,
  type ReadRow,
  RELAY_LEASE,
  unsentRows,
} from "../../src/platform/realtime/outbox-store.ts";
import { publish, publishToUser, stationSeq } from "../../src/platform/realtime/publish.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { aStation } from "../support/people.ts";

let database: TestDatabase;
let db: Db;
let station: string;
let open: { close(): Promise<void> }[];

beforeEach(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  station = await aStation(db);
  open = [];
});

afterEach(async () => {
  await Promise.all(open.map((relay) => relay.close()));
  await database.close();
});

const log = createLogger({ level: "silent" });

function aRelay(sent: OutboxRow[] = [], leaseOf = uuidV7()) {
  const state = { sent, failures: 0 };
  const relay = new OutboxRelay({
    db,
    databaseUrl: database.url,
    log,
    instanceId: leaseOf,
    lease: new LeaderLease({ db, instanceId: leaseOf, name: RELAY_LEASE }),
    send: async (rows) => {
      if (state.failures > 0) {
        state.failures -= 1;
        throw new Error("The realtime service does not answer");
      }
      state.sent.push(...rows);
    },
  });
  open.push(relay);
  void relay.start();
  return { relay, state };
}

async function aReader() {
  const rows: ReadRow[] = [];
  const reader = new OutboxReader({
    db,
    databaseUrl: database.url,
    log,
    send: (read) => rows.push(...read),
  });
  open.push(reader);
  await reader.start();
  return rows;
}

function publishState(state: "up" | "down" = "up", of = station): Promise<void> {
  return db.transaction().execute((trx) => publish(trx, of, { type: "station.telephony", state }));
}

function seqs(rows: OutboxRow[]): unknown[] {
  return rows.map((row) => (row.payload as { seq: number }).seq);
}

test("[RT4] each station has its own seq", async () => {
  const other = await aStation(db);
  await publishState();
  await publishState();
  await publishState("up", other);

  expect(await stationSeq(db, station)).toBe(2);
  expect(await stationSeq(db, other)).toBe(1);
  expect(await stationSeq(db, await aStation(db))).toBe(0);
});

test("[RT4] a change that was rolled back sends nothing and leaves no gap", async () => {
  const { state } = aRelay();
  await publishState();
  await expect(
    db.transaction().execute(async (trx) => {
      await publish(trx, station, { type: "station.telephony", state: "down" });
      throw new Error("The change failed");
    }),
  ).rejects.toThrow("The change failed");
  await publishState();

  await expect.poll(() => seqs(state.sent)).toEqual([1, 2]);
});

test("[RT4] the events of 50 simultaneous changes are sent once, in the order of seq", async () => {
  const { state } = aRelay();
  await Promise.all(Array.from({ length: 50 }, () => publishState()));

  await expect.poll(() => seqs(state.sent)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  await expect.poll(async () => (await findOutboxLag(db)).unsent).toBe(0);
});

test("[RT4] an event that was committed while no server ran is sent when one starts", async () => {
  await publishState();

  const { state } = aRelay();

  await expect.poll(() => seqs(state.sent)).toEqual([1]);
});

test("[RT4] while the realtime service is unavailable events wait, and are then sent in order", async () => {
  const { state } = aRelay();
  state.failures = 3;
  await publishState("down");
  await publishState("up");

  await expect.poll(() => seqs(state.sent)).toEqual([1, 2]);
});

test("[RT16] one of two servers sends, and the other one takes over when this server ends", async () => {
  const sent: OutboxRow[] = [];
  const first = aRelay(sent);
  aRelay(sent);
  for (let count = 0; count < 10; count += 1) {
    await publishState();
  }
  await expect.poll(() => sent.length).toBe(10);

  await first.relay.close();
  for (let count = 0; count < 10; count += 1) {
    await publishState();
  }
  await expect.poll(() => seqs(sent)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
});

test("[RT23] another server takes over when the lease of a hung server lapses, and the hung server then sends nothing", async () => {
  const hung = uuidV7();
  const lease = new LeaderLease({ db, instanceId: hung, name: RELAY_LEASE });
  expect(await lease.acquire()).toBe(true);
  const { state } = aRelay();
  await publishState();
  const query = { holder: hung, limit: 10, sent: [] };
  expect(await unsentRows(db, query)).toHaveLength(1);

  await db
    .updateTable("leader_lease")
    .set({ expires_at: sql`clock_timestamp()` })
    .execute();

  await expect.poll(() => seqs(state.sent)).toEqual([1]);
  await publishState();
  expect(await unsentRows(db, query)).toEqual([]);
  await expect.poll(() => seqs(state.sent)).toEqual([1, 2]);
});

test("each server with an embedded hub reads every event once, and at most one of them is told that it is the first reader", async () => {
  await publishState();
  const [here, there] = await Promise.all([aReader(), aReader()]);
  await Promise.all(Array.from({ length: 50 }, () => publishState()));

  const all = Array.from({ length: 50 }, (_, n) => n + 2);
  for (const rows of [here, there]) {
    await expect.poll(() => seqs(rows).filter((seq) => seq !== 1)).toEqual(all);
  }
  const firsts = [...here, ...there].filter(({ isFirst }) => isFirst);
  expect(new Set(firsts.map(({ id }) => id)).size).toBe(firsts.length);
  await expect.poll(async () => (await findOutboxLag(db)).unsent).toBe(0);
});

/**
 * Publishes an event as earlier releases do, which number an event before the end of its
 * transaction.
 */
async function appendEarly(trx: Trx, of: string): Promise<void> {
  const payload = JSON.stringify({ type: "station.telephony", state: "down" });
  const event = { channel: stationChannel(of), name: "station.telephony", payload, station: of };
  await sql`select set_config('linedesk.events', ${JSON.stringify([event])}, true)`.execute(trx);
  await sql`select append_events()`.execute(trx);
}

test("[RT4] beside a server that numbers its events early, the events of a station keep their order", async () => {
  await publishState();
  const [here, there] = await Promise.all([aReader(), aReader()]);
  const both = Array.from({ length: 40 }, (_, n) =>
    n % 2 === 0
      ? publishState()
      : db.transaction().execute(async (trx) => {
          await appendEarly(trx, station);
          await sql`select pg_notify(${OUTBOX_NOTIFICATION}, '')`.execute(trx);
        }),
  );
  await Promise.all(both);

  const all = Array.from({ length: 40 }, (_, n) => n + 2);
  for (const rows of [here, there]) {
    await expect.poll(() => seqs(rows).filter((seq) => seq !== 1)).toEqual(all);
  }
});

test("[RT4] events reach every server without their notifications", async () => {
  await publishState();
  const rows = await aReader();
  await expect.poll(() => seqs(rows)).toEqual([1]);
  await db.transaction().execute(async (trx) => {
    for (let count = 0; count < 3; count += 1) {
      await appendEarly(trx, station);
    }
  });
  await publishState();

  await expect.poll(() => seqs(rows)).toEqual([1, 2, 3, 4, 5]);
});

test("an event that is too long for a notification, and one beside an event without a number, are read once", async () => {
  await publishState();
  const rows = await aReader();
  await expect.poll(() => seqs(rows)).toEqual([1]);
  const big = "x".repeat(9_000);
  await db.transaction().execute(async (trx) => {
    await publish(trx, station, { type: "contact.imported", count: 1 });
    await publishToUser(trx, "alice", { type: "rights.changed" });
  });
  await db
    .transaction()
    .execute((trx) =>
      publish(trx, station, { type: "chat.typed", person: { user: big, name: "" } }),
    );
  await publishState();

  await expect.poll(() => seqs(rows)).toHaveLength(5);
  expect(seqs(rows).filter((seq) => seq !== undefined)).toEqual([1, 2, 3, 4]);
});

test("a row that is committed after rows with larger ids is read, before the start and after it", async () => {
  const other = await aStation(db);
  const releases: (() => void)[] = [];
  function publishLate(of: string): Promise<unknown> {
    return new Promise<void>((resolve, reject) => {
      db.transaction()
        .execute(async (trx) => {
          await appendEarly(trx, of);
          resolve();
          await new Promise<void>((release) => releases.push(release));
        })
        .catch(reject);
    });
  }
  await publishLate(station);
  await publishState("up", other);
  const rows = await aReader();
  const third = await aStation(db);
  await publishLate(third);
  await publishState("up", other);
  await expect.poll(() => seqs(rows).at(-1)).toBe(2);

  releases.forEach((release) => release());

  await expect
    .poll(() => rows.filter(({ payload }) => "state" in payload && payload.state === "down"))
    .toHaveLength(2);
});

test("[RT3] a person's events have no seq and go only to that person's channel", async () => {
  const { state } = aRelay();
  await db.transaction().execute((trx) => publishToUser(trx, "alice", { type: "session.revoked" }));

  const event = "session.revoked";
  await expect
    .poll(() => state.sent)
    .toMatchObject([{ channel: "private-user-alice", event, payload: { type: event } }]);
});

test("pruning deletes only the rows from before the given time", async () => {
  await db.transaction().execute((trx) => publishToUser(trx, "alice", { type: "rights.changed" }));

  expect(await pruneOutbox(db, 3_600_000)).toBe(0);
  expect(await pruneOutbox(db, -1_000)).toBe(1);
});
