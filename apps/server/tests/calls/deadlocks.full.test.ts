import { sql } from "kysely";
import { expect, test } from "vitest";

import { closeMembership, findConference } from "../../src/calls/store/conference-store.ts";
import { transact, type Trx } from "../../src/platform/db/database.ts";
import { ConferenceDesk } from "../support/conference-desk.ts";
import { countWaiting, readBackendPid } from "../support/count-waiting.ts";

const conferring = await ConferenceDesk.open();
const { desk } = conferring;
async function lockKey(trx: Trx, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
}

/** Takes both locks in order, the second only after the other transaction has its first lock. */
function crosswise(keys: readonly [number, number], bothHave: () => Promise<void>) {
  let runs = 0;
  const done = transact(desk.db, async (trx) => {
    runs += 1;
    await lockKey(trx, keys[0]);
    if (runs === 1) {
      await bothHave();
    }
    await lockKey(trx, keys[1]);
    return "done";
  });
  return { done, countRuns: () => runs };
}

test("one of two deadlocked transactions is repeated, and both succeed", async () => {
  let having = 0;
  let release: () => void = () => undefined;
  const both = new Promise<void>((resolve) => (release = resolve));
  async function bothHave(): Promise<void> {
    having += 1;
    if (having === 2) {
      release();
    }
    await both;
  }
  const one = crosswise([1, 2], bothHave);
  const other = crosswise([2, 1], bothHave);

  expect(await Promise.all([one.done, other.done])).toEqual(["done", "done"]);
  expect(one.countRuns() + other.countRuns()).toBe(3);
});

test("a failed transaction is not repeated, and a deadlocked one runs at most three times", async () => {
  let runs = 0;
  const failing = transact(desk.db, async (trx) => {
    runs += 1;
    await sql`select 1 / 0`.execute(trx);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(runs).toBe(1);

  const deadlocked = transact(desk.db, async (trx) => {
    runs += 1;
    await sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`.execute(trx);
  });
  await expect(deadlocked).rejects.toThrow("again");
  expect(runs).toBe(4);
});

test("[CF17] when the last member and a held member leave at the same moment, both can leave, and the conference ends once", async () => {
  const { presenter } = desk.people;
  await conferring.feedAir(false);
  const { id, one, two } = await conferring.ofTwo();
  await conferring.act(presenter, { action: "hold", conference: id, calls: [two.id] });
  const aside = { action: "talk", conference: id, calls: [two.id], line: "line2" };
  expect((await conferring.act(presenter, aside)).status).toBe(200);
  const at = new Date();
  const later = new Date(at.getTime() + 1000);

  let leaving: Promise<void> = Promise.resolve();
  await desk.db.transaction().execute(async (trx) => {
    await findConference(trx, id, { lock: true });
    const pid = await readBackendPid(trx);
    leaving = desk.db.transaction().execute((other) => closeMembership(other, two.id, later));
    await expect.poll(() => countWaiting(desk.db, pid), { timeout: 10_000 }).toBe(1);
    await closeMembership(trx, one.id, at);
  });
  await leaving;

  const members = await desk.db
    .selectFrom("conference_member")
    .select("left_at")
    .where("conference_id", "=", id)
    .execute();
  expect(members.map(({ left_at: leftAt }) => leftAt)).toEqual([at, at]);
  const conference = await desk.db
    .selectFrom("conference")
    .select("ended_at")
    .where("id", "=", id)
    .executeTakeFirst();
  // A member who leaves together with the last member does not end the conference again.
  expect(conference?.ended_at).toEqual(at);
});
