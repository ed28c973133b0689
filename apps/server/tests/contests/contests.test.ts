import { afterEach, expect, test } from "vitest";

import type { ContestEntry, PastContest } from "@linedesk/contract";
import { aStation, type Person } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";
import { useContest } from "../support/use-contest.ts";

const desk = await openDesk();
const { line, path, running, start, end, setCallerCount } = await useContest(desk);
afterEach(end);

async function log(query = ""): Promise<{ items: ContestEntry[]; nextCursor: string | null }> {
  const { body } = await desk.get(path(`/log${query}`), desk.people.screener);
  return body as unknown as { items: ContestEntry[]; nextCursor: string | null };
}
async function setLine(to: { open?: boolean; forward_to?: string | null }): Promise<void> {
  await desk.db.updateTable("phone_line").set(to).where("id", "=", line.id).execute();
}
function number(n: number): string {
  return `+6149157${String(n).padStart(4, "0")}`;
}
async function callerCountOf({ id }: Person): Promise<unknown> {
  const row = await desk.db
    .selectFrom("user_setting")
    .select("settings")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  return (row.settings as { callerCount: unknown }).callerCount;
}

test("[CW1] [CW2] [ST13] a producer starts one contest at a time with N as callerCount, and ends it", async () => {
  expect(await running()).toBeNull();
  expect((await start(3, { phoneLine: desk.station })).status).toBe(404);
  expect((await start(0)).status).toBe(400);
  const [one, other] = await Promise.all([start(3), start(4)]);
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  const contest = await running();
  expect(contest).toMatchObject({ counted: 0, startedBy: "Dan", phoneLine: { id: line.id } });
  expect(await callerCountOf(desk.people.producer)).toBe(contest?.callerCount);
  expect((await desk.events()).at(-1)).toMatchObject({ type: "contest.changed", contest });

  const foreign = { contest: desk.station };
  expect((await desk.post(path("/end"), foreign, desk.people.producer)).status).toBe(409);
  const seen = { contest: contest?.id };
  const ended = await desk.post(path("/end"), seen, desk.people.producer);
  expect(ended.body).toEqual({ contest: null });
  expect(await running()).toBeNull();
  expect(await callerCountOf(desk.people.producer)).toBeNull();
  expect((await desk.events()).at(-1)).toMatchObject({ type: "contest.changed", contest: null });
  expect(await desk.actionsOn(contest?.id ?? "")).toEqual(["contest.started", "contest.ended"]);
});

test("[PZ5] [CW4] the Nth caller is marked, later callers are counted, and uncounted ones are logged with the reason", async () => {
  await start(2);
  const elsewhere = await desk.aLine({});
  await desk.ring(number(9), elsewhere);
  const first = await desk.ring(number(1));
  const again = await desk.ring(number(1));
  const withheld = await desk.ring("anonymous");
  const winner = await desk.ring(number(2));
  const late = await desk.ring(number(3));
  await setLine({ open: false });
  await desk.service.ring(desk.line, number(4));
  await setLine({ open: true, forward_to: "+61270100199" });
  await desk.service.ring(desk.line, number(5));
  await setLine({ forward_to: null });
  const banned = (await desk.call(late.id)).caller.id ?? "";
  await desk.db.updateTable("caller").set({ blocked: true }).where("id", "=", banned).execute();
  await desk.service.ring(desk.line, number(3));

  const { items } = await log();
  expect(items.map(({ place, outcome }) => [place, outcome]).toReversed()).toEqual([
    [1, "early"],
    [null, "repeated"],
    [null, "withheld"],
    [2, "winner"],
    [3, "late"],
    [null, "line_closed"],
    [null, "forwarded"],
    [null, "blocked"],
  ]);
  expect(items.at(-1)).toMatchObject({ call: first.id, numberDisplay: "0491 570 001" });
  expect((await desk.call(winner.id)).contest).toEqual({
    place: 2,
    callerCount: 2,
    outcome: "winner",
  });
  expect((await desk.call(again.id)).contest).toMatchObject({ place: null, outcome: "repeated" });
  expect((await desk.call(withheld.id)).contest).toMatchObject({ outcome: "withheld" });
  expect(await running()).toMatchObject({ counted: 3 });
  const page = await log("?limit=3");
  const rest = await log(`?limit=500&cursor=${page.nextCursor}`);
  expect([...page.items, ...rest.items]).toEqual(items);
  expect((await desk.get(path("/log?cursor=x"), desk.people.screener)).status).toBe(400);
});

test("[CW5] a reset counts from one again, only for the contest that the person saw, and its log stays", async () => {
  await start(2);
  await desk.ring(number(11));
  const before = await running();

  const reset = { contest: before?.id };
  const [one, other] = await Promise.all([
    desk.post(path("/reset"), reset, desk.people.producer),
    desk.post(path("/reset"), reset, desk.people.producer),
  ]);
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await running()).toMatchObject({ callerCount: 2, counted: 0 });
  const again = await desk.ring(number(11));
  expect((await desk.call(again.id)).contest).toMatchObject({ place: 1 });
  const stored = await desk.db
    .selectFrom("contest_entry")
    .select("ordinal")
    .where("contest_id", "=", before?.id ?? "")
    .execute();
  expect(stored).toEqual([{ ordinal: 1 }]);
});

test("[CW6] an admin exports the log as CSV, in order, without formulas, and audited", async () => {
  await start(2);
  const { id } = await desk.ring(number(21));
  await desk.post("/caller/name", { call: id, name: '=1+"2"' }, desk.people.screener);
  const second = await desk.ring(number(21));

  const { body } = await desk.post(path("/export"), {}, desk.people.admin);

  expect(body["fileName"]).toMatch(/^contest-\d{4}-\d{2}-\d{2}\.csv$/);
  const [head, ...lines] = String(body["csv"]).split("\r\n");
  expect(head).toBe(
    '\uFEFF"time","place","result","number","name","call","line","winning place","started by","started","ended"',
  );
  expect(lines[0]).toContain(`1,"early","'+61491570021",,"${id}"`);
  expect(lines[1]).toContain(`,"repeated","'+61491570021","'=1+""2""","${second.id}"`);
  const audited = await desk.audited("contest.exported", "user_id");
  expect(audited).toEqual([{ user_id: desk.people.admin.id }]);
});

test("[CW6] the log of an earlier contest is listed, read and exported after a reset, only at its station", async () => {
  const { admin, producer, screener, outsider } = desk.people;
  await start(1);
  const { id } = await desk.ring(number(25));
  const first = await running();
  await desk.post(path("/reset"), { contest: first?.id }, producer);
  const second = await running();

  const list = async (query = "") =>
    (await desk.get(`/station/${desk.station}/contests${query}`, screener)).body as {
      items: PastContest[];
      nextCursor: string | null;
    };
  const [newest, earlier] = (await list()).items;
  expect(newest).toMatchObject({ id: second?.id, endedAt: null, counted: 0 });
  expect(earlier).toMatchObject({ ...first, endedAt: expect.stringMatching(/Z$/), counted: 1 });
  const page = await list("?limit=1");
  expect(page).toMatchObject({ items: [{ id: second?.id }], nextCursor: second?.id });
  const next = await list(`?limit=1&cursor=${page.nextCursor}`);
  expect(next.items).toEqual([earlier]);

  expect((await log()).items).toEqual([]);
  expect((await log(`?contest=${first?.id}`)).items).toMatchObject([
    { call: id, place: 1, outcome: "winner" },
  ]);
  const { body } = await desk.post(path("/export"), { contest: first?.id }, admin);
  const [, line] = String(body["csv"]).split("\r\n");
  expect(line).toContain(`"${id}","${first?.phoneLine.name}",1,"${producer.name}"`);
  expect(line).toContain(`"${first?.startedAt}","${earlier?.endedAt}"`);
  const exported = await desk.audited("contest.exported", "subject_id");
  expect(exported.at(-1)).toEqual({ subject_id: first?.id });

  const elsewhere = `/station/${await aStation(desk.db, [[outsider, "owner"]])}/contest`;
  const query = `/log?contest=${first?.id}`;
  expect((await desk.get(`${elsewhere}${query}`, outsider)).status).toBe(404);
  const wanted = { contest: first?.id };
  expect((await desk.post(`${elsewhere}/export`, wanted, outsider)).status).toBe(404);
});

test("[CW7] early and late callers hear their text with their place and then wait, and the winner and uncounted callers hear no text", async () => {
  await start(2, { earlyText: "You are caller {place}.", lateText: "Too late & sorry" });
  const answers = [];
  for (const n of [31, 31, 32, 33]) {
    answers.push((await desk.service.ring(desk.line, number(n))).body);
  }

  expect(answers[0]).toContain('<Say language="en-AU">You are caller 1.</Say><Enqueue');
  expect(answers[1]).not.toContain("<Say");
  expect(answers[2]).not.toContain("<Say");
  expect(answers[3]).toContain("Too late &amp; sorry</Say><Enqueue");
  expect(answers.every((answer) => String(answer).includes("<Enqueue"))).toBe(true);
});

test("[CW3] with 200 simultaneous callers, a tenth of them twice, each number gets one place without gaps, and one wins", async () => {
  await start(100);
  const numbers = Array.from({ length: 180 }, (_, n) => number(2_000 + n));
  const rings = [...numbers, ...numbers.slice(0, 20)];
  await Promise.all(rings.map((from) => desk.service.ring(desk.line, from)));

  const { items } = await log("?limit=500");
  expect(items).toHaveLength(200);
  const ordinals = items.flatMap(({ place }) => (place === null ? [] : [place]));
  expect(ordinals.toSorted((a, b) => a - b)).toEqual(numbers.map((_, n) => n + 1));
  const countedNumbers = items.flatMap(({ place, numberDisplay }) =>
    place === null ? [] : [numberDisplay],
  );
  expect(new Set(countedNumbers).size).toBe(180);
  expect(items.filter(({ outcome }) => outcome === "winner")).toMatchObject([{ place: 100 }]);
  expect(items.filter(({ outcome }) => outcome === "repeated")).toHaveLength(20);
  expect(await running()).toMatchObject({ counted: 180 });
});

test("[ST13] the last `callerCount` of a person with the permission becomes the running contest at every seat", async () => {
  const { admin, owner, producer, screener } = desk.people;
  await setCallerCount(screener, 3);
  expect(await running()).toBeNull();

  await setCallerCount(producer, 4);
  expect(await running()).toMatchObject({ callerCount: 4, counted: 0, startedBy: producer.name });
  const replaced = (await running())?.id ?? "";
  await setCallerCount(owner, 7);
  const audited = desk.db.selectFrom("audit_entry").select(["user_id", "action", "details"]);
  const entries = await audited.where("subject_id", "=", replaced).orderBy("id").execute();
  expect(entries).toMatchObject([
    { user_id: producer.id, action: "contest.started" },
    { user_id: owner.id, action: "contest.ended", details: { replacedBy: (await running())?.id } },
  ]);
  expect(await running()).toMatchObject({ callerCount: 7, counted: 0, startedBy: owner.name });
  expect((await desk.events()).at(-1)).toMatchObject({
    type: "contest.changed",
    contest: { callerCount: 7, startedBy: owner.name },
  });

  await setCallerCount(producer, null);
  expect(await running()).toMatchObject({ callerCount: 7 });
  const settings = JSON.stringify({ callerCount: 3 });
  await desk.db
    .insertInto("user_setting")
    .values({ user_id: admin.id, settings })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ settings }))
    .execute();
  await setCallerCount({ ...admin, name: owner.name }, null);
  expect(await running()).toMatchObject({ callerCount: 7 });
  await setCallerCount(owner, null);
  expect(await running()).toBeNull();
  expect((await desk.events()).at(-1)).toMatchObject({ type: "contest.changed", contest: null });
});
