import { expect, test } from "vitest";

import type { CallerProfile, FoundCaller, PastCall } from "@linedesk/contract";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import type { Person } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

async function aCaller(number: string, name: string, { lives = false } = {}) {
  const { id, sid } = await desk.ring(number);
  await desk.post("/caller/name", { call: id, name }, desk.people.screener);
  const caller = (await desk.call(id)).caller.id ?? "";
  if (!lives) {
    await desk.service.drop(sid);
  }
  return { call: id, caller };
}

async function profile(caller: string): Promise<CallerProfile> {
  const path = `/caller/profile?station=${desk.station}&caller=${caller}`;
  return (await desk.get(path, desk.people.screener)).body["profile"] as CallerProfile;
}

function act(path: string, caller: string, body: object, person: Person = desk.people.producer) {
  return desk.post(`/caller/${path}`, { station: desk.station, caller, ...body }, person);
}

async function find(words: string, query = ""): Promise<FoundCaller[]> {
  const path = `/caller/caller_list?station=${desk.station}&find=${encodeURIComponent(words)}${query}`;
  return (await desk.get(path, desk.people.screener)).body["items"] as FoundCaller[];
}

async function listCalls(caller: string | null): Promise<string[]> {
  const path = `/station/${desk.station}/caller/history?caller=${caller ?? ""}`;
  const { body } = await desk.get(path, desk.people.screener);
  return (body["items"] as PastCall[]).map(({ id }) => id);
}

test("[CL21] a change of the point or a flag does not overwrite a colleague's, and the refusal names the colleague and the value", async () => {
  const { caller, call } = await aCaller("+61491570325", "Lou Marsh", { lives: true });
  const describe = (description: string, seen: string, person: Person = desk.people.screener) =>
    desk.post("/twilio/calls/description", { call, description, seen }, person);
  expect((await describe("Trams", "")).status).toBe(200);
  const late = await describe("Buses", "", desk.people.producer);
  expect([late.status, late.body["error"]]).toMatchObject([
    409,
    { message: "Bob changed this in the meantime. It is “Trams” now." },
  ]);
  expect((await desk.call(call)).description).toBe("Trams");
  expect((await describe("Trams", "", desk.people.producer)).status).toBe(200);
  expect((await describe("Buses", "Trams", desk.people.producer)).status).toBe(200);

  const flag = await desk.aFlag({ name: "Late caller" });
  const none = { carried: false, reason: "", until: null };
  const byCall = (body: object, person: Person = desk.people.screener) =>
    desk.post("/caller/flag", { call, flag, ...body }, person);
  const answered = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
    const { status, body } = await answer;
    return [status, (body["error"] as { message: string } | undefined)?.message];
  };
  expect((await byCall({ carried: true, reason: "asleep", seen: none })).status).toBe(200);
  const asleep = { carried: true, reason: "asleep", until: null };
  const wanted = { flag, carried: true, reason: "rude", seen: none };
  expect(await answered(act("flags", caller, wanted))).toEqual([
    409,
    "Bob changed this in the meantime. It is “asleep” now.",
  ]);
  // A change to the current value is not refused. A change of another field is not refused either.
  expect((await act("flags", caller, { ...wanted, reason: "asleep" })).status).toBe(200);
  const until = new Date(desk.clock.now() + 86_400_000).toISOString();
  const longer = { flag, carried: true, until, seen: { ...asleep, reason: "old words" } };
  expect((await act("flags", caller, longer)).status).toBe(200);
  expect((await desk.call(call)).caller.flags).toMatchObject([{ reason: "asleep", until }]);
  const shorter = { carried: true, until: null, seen: { ...asleep, until: null } };
  expect(
    await answered(byCall({ ...shorter, until: new Date(desk.clock.now() + 1e6).toISOString() })),
  ).toEqual([409, "Dan changed in the meantime how long this applies."]);
  expect((await byCall({ carried: false, seen: asleep })).status).toBe(409);
  expect((await byCall({ carried: false, seen: { ...asleep, until } })).status).toBe(200);
  expect(
    await answered(act("flags", caller, { flag, carried: true, reason: "x", seen: asleep })),
  ).toEqual([409, "Bob removed this in the meantime."]);
});

test("[FL26] a ban that is set while the call rings has a reason and a time, which every live call shows", async () => {
  const { caller, call } = await aCaller("+61491570326", "Gus Hall", { lives: true });
  const flag = await desk.aFlag({ name: "Barred", kind: "banned" });
  const until = new Date(desk.clock.now() + 86_400_000).toISOString();
  const ban = { call, flag, carried: true, reason: "threats", until };

  expect(
    (await desk.post("/caller/flag", { ...ban, until: "x" }, desk.people.producer)).status,
  ).toBe(400);
  const past = { ...ban, until: new Date(desk.clock.now() - 1).toISOString() };
  expect((await desk.post("/caller/flag", past, desk.people.producer)).status).toBe(400);
  expect((await desk.post("/caller/flag", ban, desk.people.producer)).status).toBe(200);

  const warning = { kind: "banned", reason: "threats", until };
  expect((await desk.call(call)).caller.warning).toEqual(warning);
  const edited = { call, flag, carried: true, until: null };
  expect((await desk.post("/caller/flag", edited, desk.people.producer)).status).toBe(200);
  expect((await desk.call(call)).caller.warning).toEqual({ kind: "banned", reason: "threats" });
  expect((await profile(caller)).flags).toMatchObject([{ reason: "threats", until: null }]);
});

test("[CL40] [CL12] a live call is assigned to another caller of its number, and the next call from the number belongs to that caller", async () => {
  const ana = await aCaller("+61491570327", "Ana Paz");
  const flag = await desk.aFlag({ name: "Of Ana" });
  await act("flags", ana.caller, { flag, carried: true });
  const { id: call, sid } = await desk.ring("+61491570327");
  const other = await desk.ring("+61491570328");
  const person = (body: object, who: Person = desk.people.screener) =>
    desk.post("/caller/person", { call, ...body }, who);
  expect((await desk.call(call)).caller).toMatchObject({ id: ana.caller, earlierCalls: 1 });

  const otherCaller = (await desk.call(other.id)).caller.id;
  expect((await person({ caller: otherCaller })).status).toBe(404);
  expect((await person({ caller: uuidV7() })).status).toBe(404);
  expect((await desk.post("/caller/person", { call })).status).toBe(401);
  expect((await person({ name: " Leo Paz " })).status).toBe(200);

  const { caller } = await desk.call(call);
  const leo = { name: "Leo Paz", number: "+61491570327", flags: [], earlierCalls: 0 };
  expect(caller).toMatchObject(leo);
  const event = { type: "call.changed", call: { id: call, caller: leo } };
  expect((await desk.events()).at(-1)).toMatchObject(event);
  expect(await profile(ana.caller)).toMatchObject({
    calls: 1,
    sharers: [{ id: caller.id, name: "Leo Paz", numberDisplay: "0491 570 327" }],
  });
  await desk.service.drop(sid);
  const next = await desk.ring("+61491570327");
  expect((await desk.call(next.id)).caller).toMatchObject({ id: caller.id, earlierCalls: 1 });
  const back = { call: next.id, caller: ana.caller };
  expect((await desk.post("/caller/person", back, desk.people.screener)).status).toBe(200);
  expect((await desk.call(next.id)).caller).toMatchObject({
    name: "Ana Paz",
    flagIds: [flag],
    earlierCalls: 1,
  });
  await desk.service.drop(next.sid);
  expect(await listCalls(ana.caller)).toEqual([next.id, ana.call]);
  expect(await listCalls(caller.id)).toEqual([call]);
  expect((await desk.post("/caller/person", back, desk.people.screener)).status).toBe(410);
});

test("[CL40] [FL14] a person who may not lift a ban cannot assign a banned caller's call", async () => {
  const banned = await desk.aFlag({ name: "Abusive", kind: "banned" });
  const { id: call, sid } = await desk.ring("+61491570331");
  const ban = { call, flag: banned, carried: true };
  expect((await desk.post("/caller/flag", ban, desk.people.producer)).status).toBe(200);
  const named = { call, name: "Nice Person" };

  expect((await desk.post("/caller/person", named, desk.people.screener)).status).toBe(403);
  expect((await desk.call(call)).caller.flagIds).toEqual([banned]);
  expect((await desk.post("/caller/person", named, desk.people.producer)).status).toBe(200);
  expect((await desk.call(call)).caller).toMatchObject({ name: "Nice Person", flagIds: [] });
  await desk.service.drop(sid);
});

test("[PZ10] a win still counts after its winner is merged into another caller and loses the number", async () => {
  const rules = { household: false, tiers: [{ fromCents: 0, days: 30 }], collectDays: null };
  await desk.post("/promo/rules", { station: desk.station, rules }, desk.people.admin);
  const one = { station: desk.station, name: "Tickets", valueCents: 5_000, stock: 9 };
  const { body } = await desk.post("/promo/prizes", one, desk.people.producer);
  const { id: prize } = body["prize"] as { id: string };
  const record = (call: string) =>
    desk.post("/promo/prizeHistory", { call, prize }, desk.people.producer);
  const [first, second] = [await desk.ring("+61491570332"), await desk.ring("+61491570333")];
  const winner = (await desk.call(first.id)).caller.id ?? "";
  const other = (await desk.call(second.id)).caller.id ?? "";
  expect((await record(first.id)).status).toBe(200);
  expect((await act("merge", other, { other: winner })).status).toBe(200);
  const number = { number: "+61491570332", has: false };
  expect((await act("numbers", other, number)).status).toBe(200);

  const refused = await record((await desk.ring("+61491570333")).id);

  expect(refused.body["error"]).toMatchObject({ code: "not_eligible" });
});

test("[CL41] a caller gets a further number, which another caller may have, and can lose any number but the last", async () => {
  const one = await aCaller("+61491570329", "Vic Oak");
  const two = await aCaller("+61491570330", "Val Oak");
  const number = (has: boolean, written: string, person: Person = desk.people.producer) =>
    act("numbers", one.caller, { number: written, has }, person);

  expect((await number(true, "0491 570 330", desk.people.screener)).status).toBe(403);
  expect((await number(true, "12")).status).toBe(400);
  expect((await number(false, "0491 570 329")).status).toBe(409);
  const { body } = await number(true, "0491 570 330");

  const shared = body["profile"] as CallerProfile;
  expect(shared.numbers.map((own) => own.number)).toEqual(["+61491570329", "+61491570330"]);
  const sharer = { id: two.caller, name: "Val Oak", numberDisplay: "0491 570 330" };
  expect(shared.sharers).toEqual([sharer]);
  expect((await number(true, "+61491570330")).status).toBe(200);
  const found = await find("0491 570 330");
  expect(found.map(({ name }) => name ?? "").toSorted((a, b) => a.localeCompare(b))).toEqual([
    "Val Oak",
    "Vic Oak",
  ]);
  expect(await listCalls(two.caller)).toEqual([two.call]);
  const parted = await number(false, "0491 570 330");
  expect((parted.body["profile"] as CallerProfile).sharers).toEqual([]);
  expect(await listCalls(two.caller)).toEqual([two.call]);
});

test("[CL24] a merge keeps the later end and both reasons of a flag, and an undo restores each caller's", async () => {
  const one = await aCaller("+61491570381", "Ivo Rand");
  const two = await aCaller("+61491570382", "I. Rand");
  const flag = await desk.aFlag({ name: "Hoaxer", kind: "banned" });
  const until = new Date(desk.clock.now() + 86_400_000).toISOString();
  await act("flags", one.caller, { flag, carried: true, reason: "swore", until });
  await act("flags", two.caller, { flag, carried: true, reason: "threatened" });

  const merged = await act("merge", one.caller, { other: two.caller });

  const { flags, changes } = merged.body["profile"] as CallerProfile;
  expect(flags).toMatchObject([{ id: flag, reason: "swore; threatened", until: null }]);
  const undone = await act("undo", one.caller, { change: changes[0]?.id });
  const back = undone.body["profile"] as CallerProfile;
  expect(back.flags).toMatchObject([{ id: flag, reason: "swore", until }]);
  const other = (await profile(two.caller)).flags;
  expect(other).toMatchObject([{ id: flag, reason: "threatened", until: null }]);

  const again = await act("merge", one.caller, { other: two.caller });
  const [change] = (again.body["profile"] as CallerProfile).changes;
  await act("flags", one.caller, { flag, carried: true, reason: "edited since" });
  const edited = await act("undo", one.caller, { change: change?.id });
  expect((edited.body["profile"] as CallerProfile).flags[0]?.reason).toBe("edited since");
});

test("[CL24] an undo restores the last call and all calls of both callers, and a split leaves the first caller its own last call", async () => {
  const one = await aCaller("+61491570383", "Una Bell");
  desk.clock.push(1_000);
  const between = await aCaller("+61491570384", "Una Between");
  desk.clock.push(1_000);
  const two = await aCaller("+61491570385", "Una Bellamy");
  desk.clock.push(1_000);
  const before = [await profile(one.caller), await profile(two.caller)];
  const order = async () =>
    (await find("", "&limit=3")).map(({ id, lastCallAt }) => [id, lastCallAt]);
  const ordered = await order();
  const merge = async () => {
    const { body } = await act("merge", one.caller, { other: two.caller });
    return (body["profile"] as CallerProfile).changes[0]?.id;
  };

  await act("undo", one.caller, { change: await merge() });

  const dan = { changedBy: "Dan" };
  const after = [await profile(one.caller), await profile(two.caller)];
  expect(after[0]).toEqual({ ...before[0], ...dan });
  expect(after[1]).toEqual(before[1]);
  expect(await order()).toEqual(ordered);
  expect(ordered.map(([id]) => id)).toEqual([two.caller, between.caller, one.caller]);

  const change = await merge();
  const since = await desk.ring("+61491570385");
  await desk.service.drop(since.sid);
  const live = await desk.ring("+61491570385");
  expect((await desk.call(live.id)).caller.id).toBe(one.caller);
  await act("undo", one.caller, { change });
  expect((await desk.call(live.id)).caller.id).toBe(two.caller);
  await desk.service.drop(live.sid);
  expect(await listCalls(two.caller)).toEqual([live.id, since.id, two.call]);
  expect((await profile(two.caller)).calls).toBe(3);
  expect(await profile(one.caller)).toEqual({ ...before[0], ...dan });

  await merge();
  const split = await act("split", one.caller, { numbers: ["0491 570 385"] });
  const rest = split.body["profile"] as CallerProfile;
  expect(rest.lastCallAt).toBe(before[0]?.lastCallAt);
  const parted = rest.changes[0];
  const flag = await desk.aFlag({ name: "Of the other", kind: "banned" });
  await act("flags", parted?.other.id ?? "", { flag, carried: true, reason: "rude" });
  const note = { field: "note", value: "rings daily", seen: "" };
  await act("details", parted?.other.id ?? "", note);
  const back = await act("undo", one.caller, { change: parted?.id });
  expect(back.body["profile"]).toMatchObject({ flags: [{ id: flag }], note: "rings daily" });
});

test("[CL24] a call that rings during a merge becomes the last call of the caller into whom its caller is merged", async () => {
  const one = await aCaller("+61491570471", "Ina Bell");
  const two = await aCaller("+61491570472", "Ina Bellamy");
  await act("merge", one.caller, { other: two.caller });
  desk.clock.push(1_000);
  const { id: call, sid } = await desk.ring("+61491570472");
  // A call that an earlier release recorded during the merge has the merged caller.
  await desk.db.updateTable("call").set({ caller_id: two.caller }).where("id", "=", call).execute();

  await desk.service.drop(sid);

  const { arrivedAt } = await desk.call(call);
  expect(await profile(one.caller)).toMatchObject({ calls: 3, lastCallAt: arrivedAt });
});

test("[CL24] an undo restores a last call from a caller who was merged earlier, although the undone merge has not stored it", async () => {
  const one = await aCaller("+61491570473", "Eva Bell");
  desk.clock.push(1_000);
  const earlier = await aCaller("+61491570474", "Eva Belle");
  desk.clock.push(1_000);
  const later = await aCaller("+61491570475", "Eva Bellamy");
  const { lastCallAt } = await profile(earlier.caller);
  await act("merge", one.caller, { other: earlier.caller });
  const { body } = await act("merge", one.caller, { other: later.caller });
  const change = (body["profile"] as CallerProfile).changes[0]?.id ?? "";
  // Merges of earlier releases have not stored the last call.
  const stored = desk.db.selectFrom("caller_change").select("stored").where("id", "=", change);
  const { lastCallAt: _stored, ...rest } = (await stored.executeTakeFirstOrThrow())
    .stored as Record<string, unknown>;
  await desk.db
    .updateTable("caller_change")
    .set({ stored: JSON.stringify(rest) })
    .where("id", "=", change)
    .execute();

  await act("undo", one.caller, { change });

  expect((await profile(one.caller)).lastCallAt).toBe(lastCallAt);
});

test("[CL2] a change of callers without a live call reaches every seat", async () => {
  const one = await aCaller("+61491570386", "Kit Lane");
  const two = await aCaller("+61491570387", "K. Lane");
  const flag = await desk.aFlag({ name: "Told" });
  const lastEvent = async () => (await desk.events()).at(-1);
  const both = { type: "caller.changed", callers: [one.caller, two.caller] };

  await act("details", one.caller, { field: "note", value: "x", seen: "" });
  expect(await lastEvent()).toMatchObject({ type: "caller.changed", callers: [one.caller] });
  await act("flags", two.caller, { flag, carried: true });
  expect(await lastEvent()).toMatchObject({ type: "caller.changed", callers: [two.caller] });
  const merged = await act("merge", one.caller, { other: two.caller });
  expect(await lastEvent()).toMatchObject(both);
  const [change] = (merged.body["profile"] as CallerProfile).changes;
  await act("undo", one.caller, { change: change?.id });
  expect(await lastEvent()).toMatchObject(both);
  await act("numbers", one.caller, { number: "0491 570 387", has: true });
  expect(await lastEvent()).toMatchObject({ type: "caller.changed", callers: [one.caller] });
});

test("[CL1] a caller without a number is found by name, and can be merged and split", async () => {
  const { call, caller } = await aCaller("anonymous", "Bo Nameless");
  const other = await aCaller("+61491570388", "Bo Numbered");
  const flag = await desk.aFlag({ name: "Writes" });
  await act("details", caller, { field: "note", value: "by letter", seen: "" });
  await act("flags", caller, { flag, carried: true });

  expect((await find("bo namel")).map(({ id }) => id)).toEqual([caller]);
  const known = { numbers: [], note: "by letter", flags: [{ id: flag }], recent: [{ id: call }] };
  expect(await profile(caller)).toMatchObject(known);
  const merged = await act("merge", other.caller, { other: caller });
  const { changes, numbers, note } = merged.body["profile"] as CallerProfile;
  expect([numbers.length, note]).toEqual([1, "by letter"]);
  expect(await listCalls(other.caller)).toEqual([other.call, call]);
  await act("undo", other.caller, { change: changes[0]?.id });
  expect(await profile(caller)).toMatchObject(known);
  expect(await listCalls(other.caller)).toEqual([other.call]);
});
