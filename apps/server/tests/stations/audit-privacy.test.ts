import { sql } from "kysely";
import { expect, test } from "vitest";

import type { AuditEntry, Privacy, Retention } from "@linedesk/contract";
import { recordAudit, systemActor } from "../../src/platform/db/audit-store.ts";
import { createRetentionJob } from "../../src/privacy/retention-job.ts";
import { openTelephonies } from "../../src/telephony/telephony-service.ts";
import { aStation } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const DAY_MS = 86_400_000;

const desk = await openDesk();
const services = openTelephonies([desk.telephonyConfig]);

function path(rest: string): string {
  return `/admin/${desk.station}${rest}`;
}
async function search(filters: Record<string, string> = {}) {
  const query = new URLSearchParams(filters).toString();
  const { body } = await desk.get(path(`/audit?${query}`), desk.people.admin);
  return body as unknown as { items: AuditEntry[]; nextCursor: string | null };
}
async function actions(filters: Record<string, string>): Promise<string[]> {
  return (await search(filters)).items.map(({ action }) => action);
}
async function openLines(open: boolean): Promise<void> {
  await desk.post("/station/line_open", { station: desk.station, open }, desk.people.producer);
}

test("[AD60] the audit is read newest first, page by page, and searched", async () => {
  const { admin, producer } = desk.people;
  const line = { name: "Talk 100%", number: "02 5550 0177", priority: false, forwardTo: null };
  const added = await desk.post(
    path("/phoneLines"),
    { ...line, holdMusicUrl: null, lineClosedUrl: null },
    admin,
  );
  const { id } = added.body["line"] as { id: string };
  await openLines(false);
  await openLines(true);
  const until = new Date().toISOString();
  const foreign = await aStation(desk.db, [[admin, "admin"]]);
  await recordAudit(desk.db, {
    actor: { ...systemActor, userId: admin.id },
    action: "line.added",
    station: foreign,
    subject: ["phone_line", null],
  });

  const [newest] = (await search()).items;
  expect(newest).toMatchObject({ person: producer, address: "127.0.0.1" });
  expect(await actions({ person: admin.name.toUpperCase() })).toEqual(["line.added"]);
  expect(await actions({ action: "Line added" })).toEqual(["line.added"]);
  expect((await search({ object: "talk 100%", action: "add" })).items).toMatchObject([
    { action: "line.added", object: { type: "phone_line", id, name: "Talk 100%" } },
  ]);
  expect(await actions({ object: id, person: producer.name })).not.toContain("line.added");
  expect(await actions({ object: "Phone line", action: "add" })).toEqual(["line.added"]);
  expect(await actions({ object: "100_" })).toEqual([]);
  expect(await actions({ from: until })).toEqual([]);
  expect(await actions({ to: "2020-01-01T00:00:00.000Z" })).toEqual([]);

  const all = (await search()).items.map((entry) => entry.id);
  const paged: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await search({ limit: "1", ...(cursor === null ? {} : { cursor }) });
    paged.push(...page.items.map((entry) => entry.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(paged).toEqual(all);
  expect(paged.length).toBeGreaterThan(2);
  const wrong = await desk.get(path("/audit?cursor=x"), admin);
  expect(wrong).toMatchObject({
    status: 400,
    body: { error: { fields: { cursor: { reason: "must_be_earlier_cursor" } } } },
  });
});

test("[AD61] the entries that a filter finds are exported as CSV, oldest first, and the export has an entry too", async () => {
  const { admin } = desk.people;
  await recordAudit(desk.db, {
    actor: { userId: admin.id, address: "=1+1", requestId: null },
    action: "line.added",
    station: desk.station,
    subject: ["phone_line", null],
  });
  const answer = await desk.post(path("/audit/export"), { action: "line added" }, admin);

  const { fileName, csv } = answer.body as { fileName: string; csv: string };
  expect(fileName).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = csv.trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`"${admin.name}","line.added","phone_line"`);
  expect(lines[1]).toContain("Talk 100%");
  expect(lines[2]).toContain(`"'=1+1"`);
  expect((await search({ limit: "1" })).items).toMatchObject([
    { action: "audit.exported", details: { filters: { action: "line added" }, entries: 2 } },
  ]);
});

test("[AD61] an export of more than 50,000 entries is refused and not shortened", async () => {
  const { admin } = desk.people;
  const large = await aStation(desk.db, [[admin, "admin"]]);
  await sql`
    insert into audit_entry (id, station_id, action, subject_type)
    select gen_random_uuid(), ${large}, 'line.opened', 'phone_line' from generate_series(1, 50001)
  `.execute(desk.db);

  expect((await desk.post(`/admin/${large}/audit/export`, {}, admin)).status).toBe(413);
  const fewer = { to: "2020-01-01T00:00:00.000Z" };
  expect((await desk.post(`/admin/${large}/audit/export`, fewer, admin)).status).toBe(200);
});

test("[AD62] the database changes no entry, and removes no entry that is younger than a year", async () => {
  const remove = (word: string) =>
    desk.ownerDb.transaction().execute(async (trx) => {
      await sql`select set_config('linedesk.retention', ${word}, true)`.execute(trx);
      await sql`delete from audit_entry`.execute(trx);
    });

  await expect(sql`update audit_entry set action = 'x'`.execute(desk.ownerDb)).rejects.toThrow(
    "append",
  );
  await expect(sql`truncate audit_entry`.execute(desk.ownerDb)).rejects.toThrow("append-only");
  await expect(remove("")).rejects.toThrow("append-only");
  await expect(remove("over")).rejects.toThrow("stored for a year");
});

const kinds = ["calls", "notes", "chat", "quality", "recordings", "audit"];
const forEver = Object.fromEntries(kinds.map((kind) => [kind, null])) as unknown as Retention;

async function aPastCall(daysAgo: number, from: string): Promise<string> {
  const { id, sid } = await desk.ring(from);
  await desk.post("/caller/name", { call: id, name: "Kim" }, desk.people.screener);
  const point = { call: id, description: "Wants a song" };
  await desk.post("/twilio/calls/description", point, desk.people.screener);
  await desk.service.drop(sid);
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  await desk.db
    .updateTable("caller")
    .set({ last_call_at: at, created_at: at })
    .where("id", "in", (eb) =>
      eb.selectFrom("caller_number").select("caller_id").where("number", "=", from),
    )
    .execute();
  const report = { id: crypto.randomUUID(), call_id: id, user_id: desk.people.screener.id };
  await desk.db
    .insertInto("call_quality")
    .values({ ...report, at, samples: "[]" })
    .execute();
  return id;
}

async function insertOld(days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  const { db, station: station_id, people } = desk;
  const entry = { id: crypto.randomUUID(), at, station_id, action: "old.done" };
  await db
    .insertInto("audit_entry")
    .values({ ...entry, subject_type: "x", details: "{}" })
    .execute();
  const room = db.insertInto("chat_room").values({ station_id, last_number: 2 });
  await room.onConflict((conflict) => conflict.doNothing()).execute();
  const by = { station_id, user_id: people.admin.id, user_name: "Erin" };
  const messages = [at, new Date()].map((when, index) => {
    const named = { number: index + 1, key: crypto.randomUUID(), at: when };
    return { ...by, ...named, text: "x", mentions: "[]" };
  });
  await db.insertInto("chat_message").values(messages).execute();
}

async function previewed(retention: Retention) {
  const { body } = await desk.post(path("/privacy/preview"), { retention }, desk.people.admin);
  return body["items"];
}

test("[AD70] [AD71] [AD72] data older than its period is removed, a preview counts such data, and without periods nothing is removed", async () => {
  const { admin } = desk.people;
  const old = await aPastCall(0, "+61491570111");
  const young = await aPastCall(0, "+61491570112");
  await insertOld(400);
  const saved = { retention: forEver, numbersFrom: null } satisfies Privacy;
  expect((await desk.get(path("/privacy"), admin)).body).toEqual(saved);
  const job = createRetentionJob({ db: desk.db, services });
  await job.run();
  expect(await actions({ action: "old" })).toEqual(["old.done"]);

  const audit = await desk.send("PUT", path("/privacy"), admin, {
    ...saved,
    retention: { ...forEver, audit: 365 },
  });
  expect(audit.status).toBe(400);
  const retention = { ...forEver, calls: 30, notes: 30, chat: 30, quality: 30, audit: 366 };
  expect(await previewed(retention)).toMatchObject([
    { kind: "calls", rows: 0, oldest: null },
    { kind: "notes", rows: 0 },
    { kind: "chat", rows: 1 },
    { kind: "quality", rows: 0 },
    { kind: "audit", rows: 1 },
  ]);
  await desk.send("PUT", path("/privacy"), admin, { ...saved, retention });
  // The test's database has too few months for old calls, so a later date makes them old.
  const later = Date.now() + 31 * DAY_MS;
  await createRetentionJob({ db: desk.db, services, clock: { now: () => later } }).run();

  const calls = await desk.db
    .selectFrom("call")
    .selectAll()
    .where("id", "in", [old, young])
    .execute();
  expect(calls).toHaveLength(2);
  for (const call of calls) {
    expect(call).toMatchObject({ number: null, caller_id: null, description: "" });
  }
  const left = await sql<{ calls: number; events: number; quality: number; chat: number }>`
    select (select count(*) from caller) as callers, (select count(*) from call_event) as events,
      (select count(*) from call_quality) as quality, (select count(*) from chat_message) as chat
  `.execute(desk.db);
  expect(left.rows).toEqual([{ callers: 0, events: 0, quality: 0, chat: 0 }]);
  expect(await actions({ action: "old" })).toEqual([]);
  const applied = (await search({ action: "retention applied" })).items;
  expect(applied.map(({ details }) => String(details["kind"])).toSorted()).toEqual(
    ["audit", "calls", "chat", "quality"].toSorted(),
  );
});

test("[AD72] retention keeps a caller with a flag, and this caller's name", async () => {
  const flag = await desk.aFlag({ name: "Nuisance", kind: "banned" });
  const id = await aPastCall(0, "+61491570113");
  const { caller_id: caller } = await desk.db
    .selectFrom("call")
    .select("caller_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await desk.db
    .insertInto("caller_flag")
    .values({ caller_id: caller ?? "", flag_id: flag })
    .execute();
  const later = Date.now() + 31 * DAY_MS;
  await createRetentionJob({ db: desk.db, services, clock: { now: () => later } }).run();

  expect(await desk.db.selectFrom("caller").select("name").execute()).toEqual([{ name: "Kim" }]);
});

test("[AD73] all stored data of a number is exported as JSON, and the audit has only the last digits", async () => {
  const { admin } = desk.people;
  const id = await aPastCall(0, "+61491570114");
  await aPastCall(0, "+61491570115");
  const wanted = { number: "0491 570 114" };
  const { status, body } = await desk.post(path("/privacy/export"), wanted, admin);

  const held = JSON.parse(String(body["json"])) as Record<string, Record<string, unknown>[]>;
  expect(status).toBe(200);
  expect(held).toMatchObject({
    number: "+61491570114",
    callers: [{ name: "Kim", numbers: ["+61491570114"] }],
    calls: [{ id, description: "Wants a song" }],
    quality: [{ call_id: id }],
    recordings: [],
    wins: [],
    contacts: [],
    contestEntries: [],
    chatCards: [],
    promotionListener: [],
  });
  expect(held["events"]?.map((event) => event["call_id"])).toContain(id);
  expect(JSON.stringify(held)).not.toContain("570115");
  const [entry] = (await search({ limit: "1" })).items;
  expect(entry).toMatchObject({ action: "number.exported", details: { lastDigits: "114" } });
  expect(JSON.stringify(entry)).not.toContain("570114");
  expect((await desk.post(path("/privacy/export"), { number: "abc" }, admin)).status).toBe(400);
});

test("[AD102] an admin who sees masked numbers cannot change who sees numbers, but can change the periods of retention", async () => {
  const { people } = desk;
  const at = path("/privacy");
  const open = (await desk.get(at, people.owner)).body;
  await desk.send("PUT", at, people.owner, { ...open, numbersFrom: "owner" });
  const before = (await desk.get(at, people.admin)).body;

  const lifted = await desk.send("PUT", at, people.admin, { ...before, numbersFrom: null });
  expect(lifted.status).toBe(403);
  expect(lifted.body["error"]).toMatchObject({
    code: "forbidden",
    fields: { numbersFrom: { reason: "is_not_yours_to_change" } },
  });
  expect((await desk.get(at, people.admin)).body).toEqual(before);
  const retention = { ...(before["retention"] as object), notes: 400 };
  const changed = await desk.send("PUT", at, people.admin, { ...before, retention });
  expect(changed).toMatchObject({ status: 200, body: { numbersFrom: "owner", retention } });
  const byOwner = { ...changed.body, numbersFrom: null };
  expect((await desk.send("PUT", at, people.owner, byOwner)).status).toBe(200);
});
