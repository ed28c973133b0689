import { afterEach, beforeEach, expect, test } from "vitest";

import type { Db } from "../../src/platform/db/database.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { OutboxRelay } from "../../src/platform/realtime/outbox-relay.ts";
import {
  appendOutbox,
  findOutboxLag,
  pruneOutbox,
  type OutboxRow,
} from "../../src/platform/realtime/outbox-store.ts";
import { publish, publishToUser, stationSeq } from "../../src/platform/realtime/publish.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { aStation } from "../support/people.ts";

let database: TestDatabase;
let db: Db;
let station: string;
let open: OutboxRelay[];

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

function aRelay(sent: OutboxRow[] = []) {
  const state = { sent, failures: 0 };
  const relay = new OutboxRelay({
    db,
    databaseUrl: database.url,
    log,
    send: async (rows) => {
      if (state.failures > 0) {
        state.failures -= 1;
        throw new Error("The realtime service does not answer");
      }
      state.sent.push(...rows);
    },
  });
  open.push(relay);
  relay.start();
  return { relay, state };
}

function publishState(state: "up" | "down" = "up", of = station): Promise<number> {
  return db.transaction().execute((trx) => publish(trx, of, { type: "station.telephony", state }));
}

function seqs(rows: OutboxRow[]): unknown[] {
  return rows.map((row) => (row.payload as { seq: number }).seq);
}

test("[RT4] each station has its own seq", async () => {
  const other = await aStation(db);
  await publishState();

  expect(await publishState("up", other)).toBe(1);
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

test("[RT4] events are sent after commit, in the order of seq, whatever the order of commits", async () => {
  const { state } = aRelay();
  await Promise.all(Array.from({ length: 50 }, () => publishState()));

  await expect.poll(() => seqs(state.sent)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  await expect.poll(async () => (await findOutboxLag(db)).unsent).toBe(0);
});

test("[RT4] an event that was committed before the server crashed is sent afterwards", async () => {
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

test("[RT16] one of several servers sends, and another takes over when it ends", async () => {
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

test("[RT3] a person's events have no seq and go only to that person's channel", async () => {
  const { state } = aRelay();
  await db.transaction().execute((trx) => publishToUser(trx, "alice", { type: "session.revoked" }));

  const event = "session.revoked";
  await expect
    .poll(() => state.sent)
    .toMatchObject([{ channel: "private-user-alice", event, payload: { type: event } }]);
});

test("pruning deletes only the rows from before the given time", async () => {
  await appendOutbox(db, { channel: "private-user-alice", event: "x", payload: {} });

  expect(await pruneOutbox(db, new Date(Date.now() - 3_600_000))).toBe(0);
  expect(await pruneOutbox(db, new Date(Date.now() + 1_000))).toBe(1);
});
