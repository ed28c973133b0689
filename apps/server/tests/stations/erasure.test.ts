import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";

import type { ErasureProof } from "@linedesk/contract";
import { type Answer, openDesk } from "../support/telephone-desk.ts";
import { useContest } from "../support/use-contest.ts";

const desk = await openDesk();
const { admin, producer, screener } = desk.people;
// Without a screener at a seat, Next also takes waiting callers.
desk.present.delete(screener.id);
afterEach(() => desk.endCalls());

function path(rest: string): string {
  return `/admin/${desk.station}${rest}`;
}

/** Returns the tables of the database in which any column of a row has the text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`.execute(
    desk.ownerDb,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows: hits } = await sql<{ hit: boolean }>`
      select true as hit from ${sql.raw(name)} as t where t::text ilike ${`%${text}%`} limit 1`.execute(
      desk.ownerDb,
    );
    if (hits.length > 0) {
      found.push(name);
    }
  }
  return found;
}

async function aKnownPerson() {
  const number = "+61491570777";
  await (await useContest(desk)).start(1);
  const { id, sid } = await desk.ring(number);
  const name = { call: id, name: "Zelda Quokka" };
  await desk.post("/caller/name", name, screener);
  await desk.post("/caller/location", { call: id, location: "Ryde" }, screener);
  const description = "Zelda Quokka wants 0491 570 777 on air";
  await desk.post("/twilio/calls/description", { call: id, description }, screener);
  const flag = await desk.aFlag({ name: "Known" });
  const reason = "as Zelda Quokka said";
  await desk.post("/caller/flag", { call: id, flag, carried: true, reason }, screener);
  const prize = { station: desk.station, name: "Mug", valueCents: 500, stock: 3 };
  const made = (await desk.post("/promo/prizes", prize, producer)).body["prize"] as { id: string };
  const win = { call: id, prize: made.id, address: "14 Queen Street, Penrith" };
  await desk.post("/promo/prizeHistory", win, producer);
  const contact = { station: desk.station, number, name: "Zelda Quokka", note: "+61491570777" };
  await desk.post("/contacts", contact, screener);
  await desk.post("/contacts", { ...contact, owner: "person" }, screener);
  const key = "0192f6a0-0000-7000-8000-00000000000";
  const text = "ring zelda quokka on (0491) 570 777";
  const message = { station: desk.station, text, mentions: [] };
  await insertChat({ ...message, key: `${key}1`, call: id });
  const { caller } = await desk.call(id);
  await desk.service.drop(sid);
  await desk.service.settle();
  const other = await desk.ring("+61491570778");
  await desk.post("/caller/name", { call: other.id, name: "Zelda Other" }, screener);
  const note = { call: other.id, description: "a friend of Quokka, Zelda" };
  await desk.post("/twilio/calls/description", note, screener);
  return { number, caller: caller.id ?? "", call: id, other: other.id };
}

/** Inserts a message directly, because the routes of the chat are in another feature. */
async function insertChat(message: { station: string; key: string; text: string; call: string }) {
  await desk.db
    .insertInto("chat_room")
    .values({ station_id: message.station, last_number: 1 })
    .execute();
  const card = { call: message.call, name: "Zelda Quokka", numberDisplay: "0491 570 777" };
  await desk.db
    .insertInto("chat_message")
    .values({
      station_id: message.station,
      number: 1,
      key: message.key,
      user_id: screener.id,
      user_name: "Bob",
      at: new Date(),
      text: message.text,
      mentions: "[]",
      card: JSON.stringify(card),
    })
    .execute();
}

function erase(caller: string, body: object, person = admin): Promise<Answer> {
  return desk.post(path(`/callers/${caller}/erase`), body, person);
}

test("[AD42] [AD43] [AD44] a person is erased everywhere, others stay, and the proof has the counts without the person", async () => {
  const { number, caller, call, other } = await aKnownPerson();
  await desk.post(`/station/${desk.station}/caller/history/export`, {}, admin);
  const request = { reason: "Letter of 12 November", dryRun: false };
  const shown = ["Zelda Quokka", number, "0491 570 777", "14 Queen Street", "Ryde"];
  const before = await Promise.all(shown.map(tablesWith));
  expect(before.map((tables) => tables.length > 0)).toEqual([true, true, true, true, true]);

  const trial = await erase(caller, { ...request, dryRun: true });
  expect(trial.status).toBe(200);
  expect((trial.body["proof"] as ErasureProof).erased.length).toBeGreaterThan(8);
  expect(
    (await desk.get(`/caller/profile?station=${desk.station}&caller=${caller}`, admin)).status,
  ).toBe(200);
  const { status, body } = await erase(caller, request);

  expect(status).toBe(200);
  for (const text of shown) {
    expect([text, await tablesWith(text)]).toEqual([text, []]);
  }
  expect(await tablesWith("quokka")).toEqual([]);
  const proof = body["proof"] as ErasureProof;
  expect(proof).toMatchObject({ reason: request.reason, by: "Erin" });
  const kinds = proof.erased.map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(["calls", "callers", "contacts", "wins", "contest_log", "chat_cards"]),
  );
  expect(proof.erased.find(({ kind }) => kind === "contacts")?.count).toBe(2);
  expect(proof.exports).toMatchObject([{ by: "Erin", what: "history.exported" }]);
  expect((await desk.get(path("/erasures"), admin)).body["items"]).toEqual([proof]);
  expect(await desk.actionsOn(caller)).toContain("caller.erased");

  const history = await desk.get(`/station/${desk.station}/caller/history`, screener);
  const items = history.body["items"] as { id: string; caller: { id: string | null } }[];
  expect(items.find((one) => one.id === call)?.caller.id).toBeNull();
  expect(await desk.call(other)).toMatchObject({
    description: "a friend of [erased]",
    caller: { name: "Zelda Other" },
  });
  expect((await erase(caller, request)).status).toBe(404);
});

test("[AD43] [AD73] the names before a merge and a change of name are exported and erased too", async () => {
  async function add(number: string, name: string): Promise<string> {
    const added = await desk.post(path("/callers"), { number, name }, admin);
    return (added.body["caller"] as { id: string }).id;
  }
  const caller = await add("+61491570783", "Nadia Numbat");
  const other = await add("+61491570784", "Nadia at work");
  await desk.post("/caller/merge", { station: desk.station, caller, other }, admin);
  const renamed = { station: desk.station, caller, field: "name", value: "Nan" };
  await desk.post("/caller/details", { ...renamed, seen: "Nadia Numbat" }, admin);
  const { id } = await desk.ring("+61491570785");
  const description = "nadia numbats Frage, 0491 570 783x12";
  await desk.post("/twilio/calls/description", { call: id, description }, screener);

  const exported = await desk.post(path("/privacy/export"), { number: "0491 570 783" }, admin);
  expect(JSON.parse(String(exported.body["json"]))).toMatchObject({
    callerChanges: [{ kind: "merge", stored: { before: { name: "Nadia Numbat" } } }],
    mentions: expect.arrayContaining([{ in: "call.description", text: description }]) as unknown,
  });
  expect((await erase(caller, { reason: "x", dryRun: false })).status).toBe(200);

  expect(await tablesWith("numbat")).toEqual([]);
  expect((await desk.call(id)).description).toBe("[erased] Frage, [erased]");
});

test("[AD42] a caller on a call is not erased, and a shared number stays with the other caller", async () => {
  const one = await desk.ring("+61491570781");
  await desk.post("/caller/name", { call: one.id, name: "Ann Shared" }, screener);
  const { id: ann } = (await desk.call(one.id)).caller as { id: string };
  expect((await erase(ann, { reason: "x", dryRun: false })).status).toBe(409);
  await desk.service.drop(one.sid);
  await desk.service.settle();
  const ben = await desk.ring("+61491570782");
  await desk.post("/caller/name", { call: ben.id, name: "Ben Shared" }, screener);
  const { id: benId } = (await desk.call(ben.id)).caller as { id: string };
  await desk.db
    .insertInto("caller_number")
    .values({ station_id: desk.station, number: "+61491570781", caller_id: benId })
    .execute();

  expect((await erase(ann, { reason: "x", dryRun: false })).status).toBe(200);

  expect(await tablesWith("Ann Shared")).toEqual([]);
  expect((await tablesWith("+61491570781")).join()).toContain("caller_number");
  const found = await desk.get(`/caller/profile?station=${desk.station}&caller=${benId}`, admin);
  expect(found.body["profile"]).toMatchObject({ name: "Ben Shared", numbers: { length: 2 } });
});

test("[AD42] [AD43] a caller can be erased with any name, even one that looks like JSON", async () => {
  const names = [
    '"events": ["rejected"]',
    "[1, 2]",
    '"open": true, "number": null',
    String.raw`back \\ slash "quoted"`,
  ];
  for (const [at, name] of names.entries()) {
    const { id, sid } = await desk.ring(`+6149157079${at}`);
    await desk.post("/caller/name", { call: id, name }, screener);
    const { caller } = await desk.call(id);
    expect(caller.name).toBe(name);
    await desk.service.drop(sid);
    await desk.service.settle();
    const details = { events: ["rejected"], open: true, number: null, at: [1, 2], note: name };
    const subject = { station_id: desk.station, subject_type: "call", subject_id: id };
    const entry = { id: crypto.randomUUID(), action: "call.described", ...subject };
    await desk.db
      .insertInto("audit_entry")
      .values({ ...entry, details: JSON.stringify(details) })
      .execute();

    const erased = await erase(caller.id ?? "", { reason: "x", dryRun: false });
    expect([name, erased.status]).toEqual([name, 200]);
    const stored = desk.db.selectFrom("audit_entry").select("details").where("id", "=", entry.id);
    expect((await stored.executeTakeFirstOrThrow()).details).toEqual({
      ...details,
      note: "[erased]",
    });
  }
});

test("[AD44] an erasure leaves the audit of settings, and who did what from where, unchanged", async () => {
  const number = "+12723312345";
  const sounds = { holdMusicUrl: null, lineClosedUrl: null };
  const line = { name: "Odd Line", number, priority: false, forwardTo: null, ...sounds };
  const { body } = await desk.post(path("/phoneLines"), line, admin);
  await desk.send("DELETE", path(`/phoneLines/${(body["line"] as { id: string }).id}`), admin);
  const station_id = desk.station;
  const shown = { id: crypto.randomUUID(), station_id, action: "number.shown" };
  await desk.db
    .insertInto("audit_entry")
    .values({
      ...shown,
      subject_type: "caller",
      details: JSON.stringify({ words: "my private curiosity" }),
      address: "127.233.123.45",
    })
    .execute();
  const own = { station: desk.station, owner: "person", number, name: "A friend" };
  await desk.post("/contacts", own, producer);
  const prize = { station: desk.station, name: "My private curiosity", valueCents: 1, stock: 1 };
  await desk.post("/promo/prizes", prize, producer);
  async function read() {
    const entries = desk.db.selectFrom("audit_entry").selectAll().orderBy("id");
    return entries.where("action", "in", ["line.added", "line.removed", "number.shown"]).execute();
  }
  const before = await read();
  expect(before.length).toBeGreaterThan(2);

  const person = { number, name: "My private curiosity" };
  const added = await desk.post(path("/callers"), person, admin);
  const { id } = added.body["caller"] as { id: string };
  expect((await erase(id, { reason: "asked by letter", dryRun: false })).status).toBe(200);

  expect(await read()).toEqual(before);
  expect(await tablesWith("A friend")).toEqual(["public.contact"]);
  expect((await tablesWith("My private curiosity")).join()).toContain("prize");
});

test("[AD43] another contact is no longer found by words of an erased person", async () => {
  const friend = { station: desk.station, number: "+61491570737", name: "Kim Ng" };
  await desk.post("/contacts", { ...friend, tags: ["friend of Odo Wombatson"] }, screener);
  const person = { number: "+61491570158", name: "Odo Wombatson" };
  const added = await desk.post(path("/callers"), person, admin);
  const { id } = added.body["caller"] as { id: string };

  expect((await erase(id, { reason: "asked by letter", dryRun: false })).status).toBe(200);

  const { words, tags } = await desk.db
    .selectFrom("contact")
    .select(["words", "tags"])
    .where("number", "=", friend.number)
    .executeTakeFirstOrThrow();
  expect(tags).toEqual(["friend of [erased]"]);
  expect(words.filter((word) => /odo|wombatson/.test(word))).toEqual([]);
  expect(words).toEqual(expect.arrayContaining(["kim", "friend", "0491570737", "61491570737"]));
});

test("[AD44] only an erasure changes append-only data", async () => {
  const texts = { audit_entry: "action", call_event: "type", chat_message: "text" };
  for (const [table, column] of Object.entries({ ...texts, contest_entry: "name" })) {
    const [named, cell] = [sql.table(table), sql.ref(column)];
    for (const change of [sql`update ${named} set ${cell} = ${cell}`, sql`delete from ${named}`]) {
      await expect(change.execute(desk.ownerDb)).rejects.toThrow("append-only");
    }
  }
  const erasing = desk.ownerDb.transaction().execute(async (trx) => {
    await sql`select set_config('linedesk.erasing', 'on', true)`.execute(trx);
    await sql`delete from audit_entry`.execute(trx);
  });
  await expect(erasing).rejects.toThrow("append-only");
  for (const column of ["action", "address", "at", "subject_type", "user_id"]) {
    const rewriting = desk.ownerDb.transaction().execute(async (trx) => {
      await sql`select set_config('linedesk.erasing', 'on', true)`.execute(trx);
      await sql`update audit_entry set ${sql.ref(column)} = (
        select ${sql.ref(column)} from audit_entry where false)`.execute(trx);
    });
    await expect(rewriting).rejects.toThrow("append-only but for its details");
  }
});

test("[AD9] [OB4] an unverified number is not shown, and dialled calls show a verified one until it is removed", async () => {
  const number = "+61255501234";
  const id = "0192f6a0-0000-7000-8000-0000000000c1";
  const named = { id, station_id: desk.station, number, name: "Studio desk" };
  const row = { ...named, state: "failed" as const, requested_at: new Date() };
  await desk.db.insertInto("caller_id").values(row).execute();
  function show(inUse: boolean) {
    return desk.send("PUT", path(`/callerIds/${id}`), admin, { inUse });
  }
  async function from() {
    const { body } = await desk.get(`/station/${desk.station}/dial`, producer);
    return body["from"];
  }
  const line = await from();
  expect(line).not.toMatchObject({ number });

  expect((await show(true)).status).toBe(409);
  await desk.db.updateTable("caller_id").set({ state: "verified" }).where("id", "=", id).execute();
  expect((await show(true)).body["callerId"]).toMatchObject({ inUse: true, state: "verified" });
  expect(await from()).toMatchObject({ number, name: "Studio desk" });
  expect((await desk.events()).at(-1)).toMatchObject({ type: "caller_id.changed" });
  await show(false);
  expect(await from()).toEqual(line);
  expect((await desk.send("DELETE", path(`/callerIds/${id}`), admin)).status).toBe(200);
  expect(await desk.actionsOn(id)).toEqual([
    "caller_id.shown",
    "caller_id.not_shown",
    "caller_id.removed",
  ]);
});

test.each([
  ["000", 400],
  ["1900 123 456", 400],
  ["not a number", 400],
  // A phone line's number needs no verification.
  [desk.line, 409],
])("[AD9] %s cannot be verified", async (number, status) => {
  const body = { station: desk.station, number };
  expect((await desk.post("/admin/callerIds/verify", body, admin)).status).toBe(status);
});
