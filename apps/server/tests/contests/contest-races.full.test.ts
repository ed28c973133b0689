import { setTimeout } from "node:timers/promises";

import { afterEach, expect, test } from "vitest";

import { openDesk } from "../support/telephone-desk.ts";
import { useContest } from "../support/use-contest.ts";

const desk = await openDesk();
const { path, running, start, end, setCallerCount } = await useContest(desk);
const { owner, producer } = desk.people;
afterEach(end);

async function reset() {
  return desk.post(path("/reset"), { contest: (await running())?.id }, owner);
}

async function ringBeside(first: number, change: (n: number) => Promise<unknown>) {
  const rings: Promise<{ id: string }>[] = [];
  const changes: Promise<unknown>[] = [];
  for (let n = 0; n < 100; n += 1) {
    rings.push(desk.ring(`+6149157${first + n}`));
    if (n % 10 === 5) {
      changes.push(change(n));
    }
    await setTimeout(4);
  }
  await Promise.all(changes);
  return (await Promise.all(rings)).map(({ id }) => id);
}

async function loggedCalls(): Promise<string[]> {
  const rows = await desk.db.selectFrom("contest_entry").select("call_id").execute();
  return rows.map(({ call_id: call }) => call);
}

test("[CW4] [CW3] a caller during a reset is in the log of one of the two contests, with a place there", async () => {
  await start();

  const calls = await ringBeside(1000, reset);

  const logged = (await loggedCalls()).filter((call) => calls.includes(call));
  expect(logged.toSorted()).toEqual(calls.toSorted());
  const perContest = await desk.db
    .selectFrom("contest_entry as e")
    .innerJoin("contest as k", "k.id", "e.contest_id")
    .select((eb) => ["k.counted", eb.fn.countAll<string>().as("entries")])
    .select((eb) => eb.fn.max("e.ordinal").as("last"))
    .groupBy(["k.id", "k.counted"])
    .execute();
  for (const { counted, entries, last } of perContest) {
    expect([Number(entries), last]).toEqual([counted, counted]);
  }
});

test("[CW4] [ST13] a caller while `callerCount` replaces the contest is in the log of one of the two", async () => {
  await start();

  const calls = await ringBeside(2000, (n) => setCallerCount(owner, n + 1));

  const logged = (await loggedCalls()).filter((call) => calls.includes(call));
  expect(logged.toSorted()).toEqual(calls.toSorted());
});

test("[CW1] a start at the moment of a reset is refused and names the person who started the contest", async () => {
  await start();

  for (let n = 0; n < 15; n += 1) {
    const [restarted, started] = await Promise.all([reset(), start()]);
    expect([restarted.status, started.status]).toEqual([200, 409]);
    expect(JSON.stringify(started.body)).toMatch(/(Alice|Dan) has started a contest/);
  }
});

test("[ST13] after a `callerCount` at the moment of a reset or an end a contest is running", async () => {
  await start();

  for (let n = 0; n < 15; n += 1) {
    const seen = { contest: (await running())?.id };
    const change = n % 2 === 0 ? "/reset" : "/end";
    const [changed] = await Promise.all([
      desk.post(path(change), seen, producer),
      setCallerCount(owner, n + 10),
    ]);
    // A reset or an end that happens second names an outdated contest, so it gets a conflict.
    expect([200, 409]).toContain(changed.status);
    expect(await running()).not.toBeNull();
    await setCallerCount(owner, n + 500);
  }
});

test("[CW1] [ST13] when one person starts or ends a contest by the panel and by `callerCount` at the same time, the panel succeeds or gets a conflict", async () => {
  for (let n = 0; n < 15; n += 1) {
    const [started] = await Promise.all([start(5, {}, owner), setCallerCount(owner, n + 10)]);
    expect([200, 409]).toContain(started.status);
    const seen = { contest: (await running())?.id };
    const [ended] = await Promise.all([
      desk.post(path("/end"), seen, owner),
      setCallerCount(owner, n + 500),
    ]);
    expect([200, 409]).toContain(ended.status);
    await setCallerCount(owner, null);
  }
});
