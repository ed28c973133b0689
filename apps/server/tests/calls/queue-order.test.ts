import { afterEach, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aStation, type Person } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
// Without a screener at a seat, Next also takes waiting callers.
desk.present.delete(desk.people.screener.id);

afterEach(async () => {
  await desk.endCalls();
});

async function ringMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    ids.push((await desk.ring(`+6149157${String(1_000 + number)}`)).id);
  }
  return ids;
}

async function queue(): Promise<string[]> {
  const path = `/twilio/calls/call_queue?station=${desk.station}`;
  const { body } = await desk.get(path, desk.people.screener);
  return (body["calls"] as Call[]).map(({ id }) => id);
}

function move(call: string, position: number, person: Person = desk.people.screener) {
  return desk.post("/twilio/calls/call_position", { call, position }, person);
}
function pin(call: string, pinned: boolean) {
  return desk.post("/twilio/calls/call_pin", { call, pinned }, desk.people.presenter);
}

/** Returns a console's view of the events after `seq`: the last position of each call. */
async function positionsAfter(seq: number): Promise<Map<string, number | null>> {
  const events = (await desk.events()).filter((event) => event.seq > seq);
  return new Map(
    events.flatMap((event) => ("call" in event ? [[event.call.id, event.call.position]] : [])),
  );
}

test("[QU4] a placed call, and each call that gets a place because of it, are sent to every seat, and the audit has an entry", async () => {
  const [one = "", two = "", three = "", four = ""] = await ringMany(4);
  const seq = (await desk.events()).at(-1)?.seq ?? 0;

  const answer = await move(four, 2);

  expect(answer).toMatchObject({ status: 200, body: { call: { id: four, position: 2 } } });
  expect(await queue()).toEqual([one, four, two, three]);
  expect(await positionsAfter(seq)).toEqual(
    new Map([
      [one, 1],
      [four, 2],
    ]),
  );
  const audited = await desk.db
    .selectFrom("audit_entry")
    .select(["user_id", "subject_id", "details"])
    .where("action", "=", "call.placed")
    .executeTakeFirstOrThrow();
  expect(audited).toMatchObject({
    user_id: desk.people.screener.id,
    subject_id: four,
    details: { position: 2, others: 1 },
  });
  expect(await positionsAfter((await desk.events()).at(-1)?.seq ?? 0)).toEqual(new Map());
});

test("[QU4] simultaneous changes of places are applied one after the other", async () => {
  const ids = await ringMany(6);
  const { screener, producer, owner } = desk.people;
  const people = [screener, producer, owner];

  const answers = await Promise.all(
    ids.toReversed().map((id, index) => move(id, 1 + (index % 3), people[index % 3])),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const positions = await Promise.all(ids.map(async (id) => (await desk.call(id)).position));
  expect(new Set(positions)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

test("when many calls move, seats get a request to load a snapshot", async () => {
  const ids = await ringMany(53);
  const seq = (await desk.events()).at(-1)?.seq ?? 0;

  await move(ids[0] ?? "", 53);

  const events = (await desk.events()).filter((event) => event.seq > seq);
  expect(events.map(({ type }) => type)).toEqual(["station.stale", "call.changed"]);
  expect(await queue()).toEqual([...ids.slice(1), ids[0]]);
});

test("[QU5] a call is pinned and unpinned at every seat", async () => {
  const [one = "", two = ""] = await ringMany(2);

  expect((await pin(two, true)).body).toMatchObject({ call: { marks: { pinned: true } } });
  expect(await queue()).toEqual([two, one]);
  expect((await desk.events()).at(-1)).toMatchObject({ call: { marks: { pinned: true } } });

  expect((await pin(two, false)).body).toMatchObject({ call: { marks: { pinned: false } } });
  expect(await queue()).toEqual([one, two]);
  expect((await desk.events()).at(-1)).toMatchObject({ call: { marks: { pinned: false } } });
});

test("[QU5] place and pin survive a restart of the server", async () => {
  const [one = "", two = "", three = "", four = ""] = await ringMany(4);
  await move(three, 1);
  await pin(four, true);

  await desk.restart();

  expect(await queue()).toEqual([four, three, one, two]);
  expect(await desk.call(three)).toMatchObject({ position: 1, marks: { pinned: false } });
  expect(await desk.call(four)).toMatchObject({ marks: { pinned: true } });
});

test("[QU4] [QU5] a caller who has hung up gets no place and no pin", async () => {
  const { sid, id } = await desk.ring();
  await desk.service.drop(sid);
  await desk.service.settle();

  for (const answer of [await move(id, 1), await pin(id, true)]) {
    expect(answer).toMatchObject({ status: 410, body: { error: { code: "call_gone" } } });
  }
});

test("[QU2] Next takes the first call of the one order that the seat sees, and no hidden call", async () => {
  const nuisance = await desk.aFlag({ name: "Nuisance", hidden_by_default: true });
  const [one = "", two = ""] = await ringMany(2);
  const flagged = { call: one, flag: nuisance, carried: true };
  await desk.post("/caller/flag", flagged, desk.people.screener);
  async function takeNext(person: Person, hiddenFlags?: string[]) {
    const body = { action: "take_next", station: desk.station, line: "line1", hiddenFlags };
    return desk.post("/twilio/calls/handle_call", body, person);
  }

  expect((await takeNext(desk.people.owner, [nuisance])).body).toMatchObject({ call: { id: two } });
  expect((await takeNext(desk.people.admin, [nuisance])).body).toMatchObject({
    error: { message: "Nobody is waiting." },
  });
  expect((await takeNext(desk.people.producer)).body).toMatchObject({ call: { id: one } });
});

test("[QU16] Next skips callers with one of 200 hidden flags, and 201 flags are refused", async () => {
  const nuisance = await desk.aFlag({ name: "Nuisance at the limit" });
  const [one = "", two = ""] = await ringMany(2);
  await desk.post("/caller/flag", { call: one, flag: nuisance, carried: true }, desk.people.owner);
  const others = Array.from({ length: 200 }, () => crypto.randomUUID());
  const request = { action: "take_next", station: desk.station, line: "line1" };
  const takeNext = (hiddenFlags: string[]) =>
    desk.post("/twilio/calls/handle_call", { ...request, hiddenFlags }, desk.people.owner);

  const refused = await takeNext([nuisance, ...others]);
  const taken = await takeNext([nuisance, ...others.slice(1)]);

  expect(refused.status).toBe(400);
  expect(taken.body).toMatchObject({ call: { id: two } });
});

test("[FL1] a station's flags are returned with id, name, colour, kind and hiddenByDefault, sorted by name", async () => {
  const elsewhere = { name: "Elsewhere", station_id: await aStation(desk.db, []) };
  await desk.aFlag(elsewhere);
  const vip = await desk.aFlag({ name: "A VIP" });
  const hoax = await desk.aFlag({ name: "B hoax", kind: "warning", hidden_by_default: true });

  const { body } = await desk.get(`/station/${desk.station}/flags`, desk.people.screener);

  const flags = body as unknown as { id: string; name: string }[];
  const ours = flags.filter(({ id }) => id === vip || id === hoax);
  const plain = { colour: "#955f04", icon: null, effect: "mark" };
  expect(ours).toEqual([
    { ...plain, id: vip, name: "A VIP", kind: "label", hiddenByDefault: false },
    { ...plain, id: hoax, name: "B hoax", kind: "warning", hiddenByDefault: true },
  ]);
  expect(flags.map(({ name }) => name)).not.toContain("Elsewhere");
});

test("[FL13] [FL16] a flag is set with its reason and removed, on every live call of the caller", async () => {
  const flag = await desk.aFlag({ name: "Talks well" });
  const first = await desk.ring("+61491570156");
  const second = await desk.ring("+61491570156");
  async function change(carried: boolean, reason?: string) {
    const body = { call: first.id, flag, carried, reason };
    return desk.post("/caller/flag", body, desk.people.screener);
  }
  const carries = { flags: [{ id: flag, reason: "Short and clear" }], flagIds: [flag] };

  expect((await change(true, " Short and clear ")).body).toMatchObject({
    call: { id: first.id, caller: carries },
  });
  expect((await desk.call(second.id)).caller).toMatchObject(carries);
  expect((await change(true)).body).toMatchObject({ call: { caller: carries } });

  await change(false);
  for (const { id } of [first, second]) {
    expect((await desk.call(id)).caller).toMatchObject({ flags: [], flagIds: [] });
  }
  const changedCalls = (await desk.events())
    .slice(-2)
    .map((event) => "call" in event && event.call.id);
  expect(new Set(changedCalls)).toEqual(new Set([first.id, second.id]));
  const audited = await desk.db
    .selectFrom("audit_entry")
    .select(["action", "user_id"])
    .where("action", "in", ["caller.flagged", "caller.unflagged"])
    .where("user_id", "=", desk.people.screener.id)
    .execute();
  expect(audited.map(({ action }) => action)).toContain("caller.unflagged");
});

test("[FL13] a caller who withholds the number is flagged through the call", async () => {
  const flag = await desk.aFlag({ name: "Whispers" });
  const { id } = await desk.ring("anonymous");

  await desk.post("/caller/flag", { call: id, flag, carried: true }, desk.people.screener);

  expect((await desk.call(id)).caller).toMatchObject({ number: null, flagIds: [flag] });
});

test("[FL14] a ban is set and removed only with the permission `desk`, and a flag of another station is not found", async () => {
  const banned = await desk.aFlag({ name: "Abusive", kind: "banned" });
  const foreign = await desk.aFlag({ name: "Foreign", station_id: await aStation(desk.db, []) });
  const { id } = await desk.ring();
  async function ban(person: Person, carried: boolean, flag = banned) {
    return (await desk.post("/caller/flag", { call: id, flag, carried }, person)).status;
  }

  expect(await ban(desk.people.screener, true)).toBe(403);
  expect(await ban(desk.people.presenter, true)).toBe(403);
  expect(await ban(desk.people.producer, true)).toBe(200);
  expect((await desk.call(id)).caller.warning).toEqual({ kind: "banned", reason: "Abusive" });
  expect(await ban(desk.people.screener, false)).toBe(403);
  expect(await ban(desk.people.producer, false)).toBe(200);
  expect(await ban(desk.people.owner, true, foreign)).toBe(404);
});
