import { sql } from "kysely";
import { expect, test } from "vitest";

import type { CallerProfile, FoundCaller, HistoryCall, Prize, PrizeWin } from "@linedesk/contract";
import { readCallerHistory } from "../../src/calls/caller-history.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aStation } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
const { screener, producer } = desk.people;

async function aCaller(number: string, name: string, { lives = false } = {}) {
  const { id, sid } = await desk.ring(number);
  await desk.post("/caller/name", { call: id, name }, screener);
  const caller = (await desk.call(id)).caller.id ?? "";
  if (!lives) {
    await desk.service.drop(sid);
  }
  return { call: id, sid, caller };
}

async function find(words: string, query = "", person = screener) {
  const path = `/caller/caller_list?station=${desk.station}&find=${encodeURIComponent(words)}${query}`;
  const { body } = await desk.get(path, person);
  return body as unknown as { items: FoundCaller[]; nextCursor: string | null };
}

async function names(words: string): Promise<(string | null)[]> {
  return (await find(words)).items.map(({ name }) => name);
}

async function profile(caller: string, person = screener) {
  const path = `/caller/profile?station=${desk.station}&caller=${caller}`;
  const { status, body } = await desk.get(path, person);
  return { status, profile: body["profile"] as CallerProfile };
}

function act(path: string, caller: string, body: object, person = producer) {
  return desk.post(`/caller/${path}`, { station: desk.station, caller, ...body }, person);
}

async function history(query: string, person = screener) {
  const { body } = await desk.get(`/station/${desk.station}/caller/history?${query}`, person);
  return body as unknown as { items: HistoryCall[]; nextCursor: string | null };
}

async function all(query: string): Promise<string[]> {
  return (await history(query)).items.map(({ id }) => id);
}

test("[CL4] callers are found by beginnings of words of name and place and by numbers, exact words first, page by page", async () => {
  const town = { location: "Wagga Wagga" };
  const { call } = await aCaller("+61491570301", "Zoë Quill");
  await desk.post("/caller/location", { call, ...town }, screener);
  await aCaller("+61491570302", "Zoey Quillan");
  await aCaller("+61491570303", "Ben Zoe-Smith");

  expect(await names("zoe")).toEqual(expect.arrayContaining(["Zoë Quill", "Ben Zoe-Smith"]));
  expect((await names("zoe")).at(-1)).toBe("Zoey Quillan");
  expect(await names("ZOE quil")).toEqual(["Zoë Quill", "Zoey Quillan"]);
  expect(await names("wag zo")).toEqual(["Zoë Quill"]);
  expect(await names("0491 570 302")).toEqual(["Zoey Quillan"]);
  expect(await names("+61 491 570 303")).toEqual(["Ben Zoe-Smith"]);
  expect(await names("nobody")).toEqual([]);
  expect(await names("?!")).toEqual([]);

  const first = await find("zo", "&limit=2");
  const second = await find("zo", `&limit=2&cursor=${encodeURIComponent(first.nextCursor ?? "")}`);
  const both = [...first.items, ...second.items].map(({ name }) => name);
  expect([both.length, new Set(both).size, second.nextCursor]).toEqual([3, 3, null]);

  const latest = await find("", "&limit=2");
  expect(latest.items.map(({ name }) => name)).toEqual(["Ben Zoe-Smith", "Zoey Quillan"]);
  const older = await find("", `&limit=2&cursor=${latest.nextCursor}`);
  expect(older.items[0]?.name).toBe("Zoë Quill");

  const query = `station=${desk.station}&cursor=x`;
  for (const words of ["", "&find=zoe"]) {
    const { status } = await desk.get(`/caller/caller_list?${query}${words}`, screener);
    expect(status).toBe(400);
  }
  const elsewhere = `/caller/caller_list?station=${desk.station}`;
  expect((await desk.get(elsewhere, desk.people.outsider)).status).toBe(403);
  expect((await desk.get(elsewhere)).status).toBe(401);
});

test("[CL5] the profile has numbers, first and last call, calls of the month, flags, contacts, people and latest calls", async () => {
  const { caller } = await aCaller("+61491570311", "Ida Moss");
  const { id, sid } = await desk.converse(desk.people.owner, "line1", "+61491570311");
  await desk.service.drop(sid);
  await desk.service.settle();
  const body = { station: desk.station, number: "0491 570 311", name: "Ida of the council" };
  await desk.post("/contacts", body, screener);
  const flag = await desk.aFlag({ name: "VIP" });
  await act("flags", caller, { flag, carried: true, reason: "kind" }, screener);

  // A live call does not count among the earlier calls.
  await desk.ring("+61491570311");

  const { profile: known } = await profile(caller);

  expect(known).toMatchObject({
    name: "Ida Moss",
    numbers: [{ number: "+61491570311", numberDisplay: "0491 570 311" }],
    calls: 2,
    callsThisMonth: 2,
    contact: "Ida of the council",
    contacts: [{ number: "+61491570311", name: "Ida of the council", tags: [], note: "" }],
    flags: [{ name: "VIP", reason: "kind", until: null }],
    talkedWith: [{ name: "Alice", calls: 1 }],
  });
  expect(known.recent[0]?.id).toBe(id);
  expect(known.firstCallAt).not.toBe(known.lastCallAt);
  expect((await profile(uuidV7())).status).toBe(404);
  const elsewhere = await aStation(desk.db, [[desk.people.outsider, "owner"]]);
  const path = `/caller/profile?station=${elsewhere}&caller=${caller}`;
  expect((await desk.get(path, desk.people.outsider)).status).toBe(404);
});

test("[CL5] the profile has the caller's own prizes, the latest first", async () => {
  const winner = await aCaller("+61491570391", "Win Ner");
  const other = await aCaller("+61491570392", "Los Er");
  async function win(name: string, exception?: string): Promise<PrizeWin> {
    const prize = { station: desk.station, name, valueCents: 5_000, stock: 1 };
    const { body } = await desk.post("/promo/prizes", prize, producer);
    const fields = { call: winner.call, prize: (body["prize"] as Prize).id, exception };
    return (await desk.post("/promo/prizeHistory", fields, desk.people.admin)).body[
      "win"
    ] as PrizeWin;
  }
  const first = await win("Tickets");
  const second = await win("Album", "Gave the tickets back");

  const shown = [second, first].map(({ id, prize, wonOn, status }) => {
    return { id, prize: prize.name, wonOn, status };
  });
  expect((await profile(winner.caller)).profile.wins).toEqual(shown);
  expect((await profile(other.caller)).profile.wins).toEqual([]);
});

test("[CL21] a detail is not overwritten when a colleague changed it, and the refusal names the colleague and the value", async () => {
  const { caller, call } = await aCaller("+61491570321", "Raj Dev", { lives: true });
  const note = { field: "note", value: " good talker ", seen: "" };
  const first = await act("details", caller, note, screener);
  expect((first.body["profile"] as CallerProfile).note).toBe("good talker");
  expect((first.body["profile"] as CallerProfile).changedBy).toBe("Bob");

  const second = await act("details", caller, { ...note, value: "radio off" });
  expect(second.status).toBe(409);
  expect(second.body["error"]).toMatchObject({
    message: "Bob changed this in the meantime. It is “good talker” now.",
  });
  expect((await profile(caller)).profile.note).toBe("good talker");
  const knowing = await act("details", caller, { ...note, value: "x", seen: "good talker" });
  expect(knowing.status).toBe(200);

  await act("details", caller, { field: "name", value: "Raj Devi", seen: "Raj Dev" });
  expect((await desk.call(call)).caller.name).toBe("Raj Devi");
  const late = { call, name: "Roger", seen: "Raj Dev" };
  expect((await desk.post("/caller/name", late, screener)).status).toBe(409);
  const placed = { call, location: "Ryde", seen: "" };
  expect((await desk.post("/caller/location", placed, screener)).status).toBe(200);
  expect((await desk.call(call)).caller).toMatchObject({ name: "Raj Devi", location: "Ryde" });
  const long = { field: "name", value: "x".repeat(101), seen: "Raj Devi" };
  expect((await act("details", caller, long)).status).toBe(400);
});

test("[CL23] a ban that a screener may not set lasts until its time, and is then removed automatically at every seat", async () => {
  const { caller, call } = await aCaller("+61491570331", "Hoax", { lives: true });
  const flag = await desk.aFlag({ name: "Banned", kind: "banned" });
  const until = new Date(desk.clock.now() + 3_600_000).toISOString();
  const ban = { flag, carried: true, reason: "hoax", until };

  expect((await act("flags", caller, ban, screener)).status).toBe(403);
  const past = { ...ban, until: new Date(desk.clock.now() - 1).toISOString() };
  expect((await act("flags", caller, past)).status).toBe(400);
  expect((await act("flags", caller, ban)).status).toBe(200);
  const warning = { kind: "banned", reason: "hoax", until };
  expect((await desk.call(call)).caller.warning).toEqual(warning);
  expect((await profile(caller)).profile.flags).toMatchObject([{ reason: "hoax", until }]);

  await desk.feature.monitor.tick();
  expect((await profile(caller)).profile.flags).toHaveLength(1);
  desk.clock.push(3_600_001);
  await desk.feature.monitor.tick();

  expect((await desk.call(call)).caller.warning).toBeNull();
  expect((await profile(caller)).profile.flags).toEqual([]);
  const entry = await desk.db
    .selectFrom("audit_entry")
    .select("action")
    .where("subject_id", "=", caller)
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(entry?.action).toBe("caller.flag_lapsed");
});

test("[CL24] two callers are merged with numbers, calls, flags and live calls, and an undo restores each", async () => {
  const one = await aCaller("+61491570341", "Ana Ruiz");
  const two = await aCaller("+61491570342", "A. Ruiz", { lives: true });
  const flag = await desk.aFlag({ name: "Regular" });
  await act("flags", two.caller, { flag, carried: true });
  const before = [await profile(one.caller), await profile(two.caller)];
  const merge = { other: two.caller };

  expect((await act("merge", one.caller, merge, screener)).status).toBe(403);
  expect((await act("merge", one.caller, { other: one.caller })).status).toBe(409);
  const merged = (await act("merge", one.caller, merge)).body["profile"] as CallerProfile;

  expect(merged.numbers.map(({ number }) => number)).toEqual(["+61491570341", "+61491570342"]);
  expect(merged).toMatchObject({ name: "Ana Ruiz", flags: [{ name: "Regular" }] });
  expect((await desk.call(two.call)).caller).toMatchObject({ id: one.caller, name: "Ana Ruiz" });
  expect((await profile(two.caller)).profile.id).toBe(one.caller);
  await desk.service.drop(two.sid);
  expect(await all(`caller=${one.caller}`)).toEqual([two.call, one.call]);
  expect(await names("ruiz")).toEqual(["Ana Ruiz"]);
  const again = await desk.ring("+61491570342");
  expect((await desk.call(again.id)).caller.id).toBe(one.caller);
  await desk.service.drop(again.sid);

  const [change] = merged.changes;
  expect(change).toMatchObject({ kind: "merge", by: "Dan", other: { id: two.caller } });
  const undo = { change: change?.id };
  expect((await act("undo", one.caller, undo, screener)).status).toBe(403);
  expect((await act("undo", one.caller, undo)).status).toBe(200);

  const after = [await profile(one.caller), await profile(two.caller)];
  for (const [at, { profile: was }] of before.entries()) {
    const { numbers, name, flags, note } = was;
    expect(after[at]?.profile).toMatchObject({ numbers, name, flags, note, changes: [] });
  }
  expect(await names("ruiz")).toEqual(expect.arrayContaining(["Ana Ruiz", "A. Ruiz"]));
  expect((await act("undo", one.caller, undo)).status).toBe(409);
});

test("[CL24] numbers of a caller and their calls are split off to a new caller, and an undo joins them again", async () => {
  const one = await aCaller("+61491570351", "Lee Brown");
  const two = await aCaller("+61491570352", "Lee Brown junior");
  const merged = await act("merge", one.caller, { other: two.caller });
  expect(merged.status).toBe(200);
  const third = await desk.ring("+61491570352");

  expect((await act("split", one.caller, { numbers: ["0491 570 999"] })).status).toBe(400);
  const every = ["0491 570 351", "0491 570 352"];
  expect((await act("split", one.caller, { numbers: every })).status).toBe(409);
  const split = await act("split", one.caller, { numbers: ["0491 570 352"] });

  const rest = split.body["profile"] as CallerProfile;
  const other = rest.changes[0]?.other.id ?? "";
  expect(rest.numbers.map(({ number }) => number)).toEqual(["+61491570351"]);
  expect((await desk.call(third.id)).caller.id).toBe(other);
  await desk.service.drop(third.sid);
  expect(await all(`caller=${other}`)).toEqual([third.id, two.call]);
  expect(await all(`caller=${one.caller}`)).toEqual([one.call]);
  expect((await profile(other)).profile.calls).toBe(2);

  const undo = await act("undo", one.caller, { change: rest.changes[0]?.id });
  const back = undo.body["profile"] as CallerProfile;
  expect(back.numbers).toHaveLength(2);
  expect(back.calls).toBe(3);
  expect(await all(`caller=${one.caller}`)).toEqual([third.id, two.call, one.call]);
});

test("[HI1] [HI2] past calls are returned for station, caller and filter, page by page", async () => {
  const line = await desk.aLine({});
  const waited = await desk.ring("+61491570361", line);
  await desk.post("/twilio/calls/description", { call: waited.id, description: "Rail" }, screener);
  await desk.service.drop(waited.sid);
  const talked = await desk.converse(desk.people.owner, "line1", "+61491570362");
  await desk.post("/caller/name", { call: talked.id, name: "Noor Aziz" }, screener);
  await desk.service.drop(talked.sid);
  await desk.service.settle();
  const lines = await desk.db
    .selectFrom("phone_line")
    .select("id")
    .where("number", "=", line)
    .executeTakeFirstOrThrow();

  const { items } = await history("limit=2");
  expect(items.map(({ id }) => id)).toEqual([talked.id, waited.id]);
  const noor = { name: "Noor Aziz", number: "+61491570362", numberDisplay: "0491 570 362" };
  expect(items[0]).toMatchObject({ caller: noor });
  expect(items[1]).toMatchObject({ phoneLine: { id: lines.id, name: "Line" } });
  expect(await all(`line=${lines.id}`)).toEqual([waited.id]);
  expect(await all(`outcome=left&line=${lines.id}`)).toEqual([waited.id]);
  expect(await all(`outcome=talked&line=${lines.id}`)).toEqual([]);
  expect(await all("outcome=talked&limit=1")).toEqual([talked.id]);
  expect(await all("text=rail")).toEqual([waited.id]);
  expect(await all("text=noor")).toEqual([talked.id]);
  expect((await history("mine=true&limit=1", desk.people.owner)).items[0]?.id).toBe(talked.id);
  expect((await history("mine=true")).items).toEqual([]);

  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Australia/Sydney" });
  const today = day.format(desk.clock.now());
  const tomorrow = day.format(desk.clock.now() + 30 * 3_600_000);
  expect(await all(`from=${today}&to=${tomorrow}&limit=1`)).toEqual([talked.id]);
  expect(await all(`from=${tomorrow}`)).toEqual([]);

  const pages: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof history>> = await history(
      `outcome=left&limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    pages.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(new Set(pages).size).toBe(pages.length);
  expect(pages).toEqual(await all("outcome=left&limit=100"));
});

test("[HI5] an admin exports a page of the history, a producer is refused, and the audit names the admin", async () => {
  const path = `/station/${desk.station}/caller/history/export`;

  expect((await desk.post(path, {}, producer)).status).toBe(403);
  expect((await desk.post(path, {})).status).toBe(401);
  const { status, body } = await desk.post(path, { outcome: "talked" }, desk.people.admin);

  expect(status).toBe(200);
  expect((body["items"] as HistoryCall[]).length).toBeGreaterThan(0);
  const entry = await desk.db
    .selectFrom("audit_entry")
    .select("user_id")
    .where("action", "=", "history.exported")
    .executeTakeFirst();
  expect(entry?.user_id).toBe(desk.people.admin.id);
});

test("[HI2] a page of the history searches at most 2,000 calls, and returns how far back it searched", async () => {
  const station = await aStation(desk.db, []);
  await sql`
    insert into call (id, arrived_at, station_id, direction, call_state, desk, ended_at, reason,
      changed_at)
    select gen_random_uuid(), now() - n * interval '1 second', ${station}, 'inbound', '{}', '{}',
      now(), 'failed', now()
    from generate_series(1, 2100) as n`.execute(desk.db);

  const none = await readCallerHistory(desk.db, { station, outcome: "left" });

  expect(none.items).toEqual([]);
  expect(none.lookedBackTo).toBeDefined();
  const { rows } = await sql<{ before: number }>`
    select count(*)::int as before from call where station_id = ${station}
      and (arrived_at, id) >= (select arrived_at, id from call where id = ${none.nextCursor}
        and station_id = ${station})`.execute(desk.db);
  expect(rows[0]?.before).toBe(2_000);
});
