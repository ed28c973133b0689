import { afterAll, expect, test } from "vitest";

import type { ErasureProof } from "@linedesk/contract";
import { ring } from "@linedesk/testkit";
import { makeConfig, readSettings } from "../../src/config/config.ts";
import { loadSecrets } from "../../src/config/secrets.ts";
import { columnClasses } from "../../src/platform/db/column-classes.ts";
import { openDatabase } from "../../src/platform/db/database.ts";
import { createRetentionJob } from "../../src/privacy/retention-job.ts";
import { openTelephonies } from "../../src/telephony/telephony-service.ts";
import { aQualityReport } from "../support/a-quality-report.ts";
import { PromotionServer } from "../support/promotion-server.ts";
import { queryDatabase } from "../support/query-database.ts";
import {
  anyFormOf,
  listWritableColumns,
  readMatches,
  searchDatabase,
  searchFiles,
} from "../support/search-traces.ts";
import { TracedStation } from "../support/traced-station.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

const NUMBER = "+61491570771";
const NAME = "Zelda Quokka";
/** Words that an operator writes about the caller. */
const NOTES = "marmalade|trombone|acacia street|lighthouse";
const PERSON = `${anyFormOf(NUMBER)}|quokka`;

const receiver = await WebhookReceiver.start();
receiver.status = 500;
const promotion = await PromotionServer.start();
const desk = await TracedStation.start({
  INTEGRATION_HOSTS: "127.0.0.1",
  LOG_LEVEL: "debug",
  RATE_LIMIT: "1000000",
});
afterAll(async () => {
  await desk.close();
  await receiver[Symbol.asyncDispose]();
  await promotion[Symbol.asyncDispose]();
});
const { databaseUrl, dataDir } = desk.station;
const admin = `/admin/${desk.id}`;
let prizes = 0;

async function connectOtherSystems(): Promise<void> {
  const events = ["call.arrived", "call.answered", "call.ended", "chat.sent", "win.recorded"];
  const webhook = { kind: "webhook", name: "CRM", url: receiver.url, events, wholeNumbers: true };
  await desk.post(`${admin}/integrations`, webhook);
  promotion.listener = {
    listenerId: "quokka-7",
    hold: { prize: "A quokka of felt", wonOn: "2020-01-01", mayWinOn: "2099-02-01" },
  };
  const { url, secret } = promotion;
  await desk.put(`${admin}/promotion`, { url, secret, anyway: true });
}

async function aFlag(): Promise<string> {
  const flag = { name: "Known", colour: "#955f04", kind: "label", effect: "mark" };
  const made = await desk.post(`${admin}/flags`, { ...flag, icon: null, hiddenByDefault: false });
  return (made["flag"] as { id: string }).id;
}

async function startContest(): Promise<string> {
  const { items } = await desk.get(`${admin}/phoneLines`);
  const line = (items as { id: string; number: string }[]).find(
    ({ number }) => number === "+61255500101",
  );
  const wanted = { phoneLine: line?.id, callerCount: 1 };
  const { contest } = await desk.post(`/station/${desk.id}/contest`, wanted);
  return (contest as { id: string }).id;
}

function say(text: string, call?: string) {
  const message = { station: desk.id, key: crypto.randomUUID(), text };
  return desk.post("/chat", call === undefined ? message : { ...message, call });
}

async function describe(call: string, flag: string, words: string): Promise<void> {
  await desk.post("/caller/flag", { call, flag, carried: true, reason: `${NAME}, ${words}` });
  await desk.post("/caller/location", { call, location: `near ${NAME}, ${words}` });
  await desk.post("/twilio/calls/description", { call, description: `${NAME}, ${words}` });
}

async function win(call: string, words: string): Promise<void> {
  const prize = { station: desk.id, name: `Mug ${prizes}`, valueCents: 500, stock: 3 };
  prizes += 1;
  const made = (await desk.post("/promo/prizes", prize))["prize"] as { id: string };
  const address = `14 Castle Hill, care of ${NAME}, ${words}`;
  const exception = `${NAME} asked, ${words}`;
  const recorded = await desk.post("/promo/prizeHistory", {
    call,
    prize: made.id,
    address,
    exception,
  });
  const { id } = recorded["win"] as { id: string };
  const withdrawn = { station: desk.id, seen: "to_collect", reason: `${NAME} has one` };
  await desk.post(`/promo/wins/${id}/withdraw`, withdrawn);
}

/** Makes a call of the person in which every feature stores something. Returns the caller's id. */
async function aTracedCall(flag: string): Promise<string> {
  const first = await desk.ring(NUMBER);
  await desk.post("/caller/name", { call: first.call.id, name: NAME });
  await desk.hangUp(first.call.id, first.listener);
  const contest = await startContest();
  const { call, listener } = await desk.ring(NUMBER);
  await desk.post(`/station/${desk.id}/contest/end`, { contest });
  await desk.take(call.id);
  await desk.post(`/twilio/calls/${call.id}/recording`, { action: "start" });
  await desk.untilRecording(call.id, "running");
  await describe(call.id, flag, "trombone, 14 Acacia Street");
  const caller = call.caller.id ?? "";
  const note = { station: desk.id, caller, field: "note", value: "likes marmalade", seen: "" };
  await desk.post("/caller/details", note);
  await win(call.id, "marmalade");
  await say(`ask ${NAME} on (0491) 570-771 about the lighthouse`, call.id);
  await desk.hangUp(call.id, listener);
  return caller;
}

/**
 * Adds contacts of the person, contacts of others that name the person, and a contact that has the
 * person's number at first.
 */
async function addContacts(): Promise<void> {
  const contact = { station: desk.id, number: NUMBER, name: NAME, tags: [NAME], note: "marmalade" };
  await desk.post("/contacts", contact);
  await desk.post("/contacts", { ...contact, owner: "person", number: `${NUMBER};ext=12` });
  const show = { owner: "show", show: "Breakfast" };
  const friend = { ...contact, name: `Friend of ${NAME}`, note: `knows ${NAME}, 0491570771` };
  await desk.post("/contacts", { ...friend, number: "+61491570160" });
  await desk.post("/contacts", { ...friend, owner: "person", number: "+61491570161" });
  await desk.post("/contacts", { ...friend, ...show, number: "+61491570162" });
  const moved = { station: desk.id, number: NUMBER, name: "Somebody", ...show };
  await desk.post("/contacts", moved);
  const path = `/contacts/${encodeURIComponent(NUMBER)}?station=${desk.id}&owner=show&show=Breakfast`;
  await desk.put(path, { version: 1, number: "+61491570163" });
}

/** Writes texts about another caller that name the person. Returns the other caller's id. */
async function mentionElsewhere(flag: string): Promise<string> {
  const { call, listener } = await desk.ring("+61491570159", "Kim Other");
  await describe(call.id, flag, "a friend");
  const caller = call.caller.id ?? "";
  const value = `0491 570 771 is ${NAME}`;
  await desk.post("/caller/details", { station: desk.id, caller, field: "note", value, seen: "" });
  await win(call.id, "a friend");
  await say(`${NAME} rings from 0491-570-771`);
  await say(`about 0491 570 771 again`, call.id);
  await desk.hangUp(call.id, listener);
  return caller;
}

/**
 * Merges two new callers: one with the person, and one with the other caller, who names the person.
 */
async function mergeCallers(caller: string, other: string): Promise<void> {
  const third = { number: "+61491570164", name: `${NAME} at work` };
  const { caller: added } = await desk.post(`${admin}/callers`, third);
  const { id } = added as { id: string };
  await desk.post("/caller/merge", { station: desk.id, caller, other: id });
  const fourth = { number: "+61491570165", name: "Ann Other" };
  const ann = (await desk.post(`${admin}/callers`, fourth))["caller"] as { id: string };
  await desk.post("/caller/merge", { station: desk.id, caller: other, other: ann.id });
}

/** Makes a call of the person with a withheld number, which an operator enters. */
async function aWithheldCall(): Promise<void> {
  const { call, listener } = await desk.ring("anonymous");
  await desk.post("/caller/number", { call: call.id, number: "0491 570 771" });
  await desk.take(call.id);
  const warnings = [{ name: "high-jitter", description: NAME }];
  const report = { ...aQualityReport, warnings };
  const samples = [{ mos: 4, jitter: 2, rtt: 9, packetsLostFraction: 0 }];
  await desk.post(`/twilio/calls/${call.id}/quality`, { samples, report });
  await desk.hangUp(call.id, listener);
}

async function dialThePerson(): Promise<void> {
  const dialled = { station: desk.id, to: `${NUMBER};ext=0491570771`, line: "line1" };
  const { call } = await desk.post("/twilio/calls/outbound_conference", dialled);
  await desk.untilEnded((call as { id: string }).id);
}

/** Makes every feature store something about the person. Returns the caller's id. */
async function leaveTraces(): Promise<string> {
  await connectOtherSystems();
  const flag = await aFlag();
  await desk.put(`${admin}/recording`, {
    mode: "on_request",
    noticeWords: "We record this call.",
    noticeUrl: null,
  });
  const caller = await aTracedCall(flag);
  // The promotion system has data only about this caller.
  promotion.listener = { listenerId: null };
  await addContacts();
  const other = await mentionElsewhere(flag);
  await mergeCallers(caller, other);
  await aWithheldCall();
  await dialThePerson();
  await desk.post(`/station/${desk.id}/caller/history/export`, { text: NAME });
  return caller;
}

function listClasses(...classes: string[]): string[] {
  return Object.entries(columnClasses).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, found]) =>
      classes.includes(found) ? [`${table}.${column}`] : [],
    ),
  );
}

test("every column that can contain text has a class", async () => {
  const columns = await listWritableColumns(databaseUrl);

  const own = columns.filter(({ table }) => table.startsWith("public."));
  const found = own.map(({ table, column }) => `${table.slice(7).replaceAll('"', "")}.${column}`);
  const classed = listClasses("code", "own", "staff", "person", "words", "derived");
  const unclassed = found.filter((column) => !classed.includes(column));
  expect({ unclassed, toDo: WHAT_TO_DO }).toEqual({ unclassed: [], toDo: WHAT_TO_DO });
  expect(classed.filter((column) => !found.includes(column))).toEqual([]);
});

const WHAT_TO_DO = `Add these columns to apps/server/src/platform/db/column-classes.ts. If a column
can contain a caller's data, extend the erasure, the export of a number and leaveTraces() too`;

/** Checks that the export has each value that the database has about the person. */
async function expectExported(): Promise<void> {
  const { json } = await desk.post(`${admin}/privacy/export`, { number: NUMBER });
  const exported = JSON.stringify(JSON.parse(String(json)));
  const missing: string[] = [];
  for (const column of listClasses("person", "words")) {
    const [table = "", name = ""] = column.split(".");
    for (const { value, text } of await readMatches(databaseUrl, [table, name], PERSON)) {
      const forms = [JSON.stringify(value), JSON.stringify(text)];
      if (!forms.some((form) => exported.includes(form))) {
        missing.push(`${column}: ${text.slice(0, 200)}`);
      }
    }
  }
  expect(missing).toEqual([]);
}

/** Makes every stored delivery due at once. */
async function sendStoredWebhooks(): Promise<void> {
  receiver.status = 204;
  receiver.received.length = 0;
  const due = "update integration_delivery set next_at = now(), attempts = 0, delivered_at = null";
  await queryDatabase(databaseUrl, `${due}`);
  await queryDatabase(databaseUrl, "update integration set retry_at = null");
  const waiting = "select from integration_delivery where next_at is not null";
  await expect
    .poll(async () => (await queryDatabase(databaseUrl, waiting)).length, { timeout: 60_000 })
    .toBe(0);
}

test("[AD42] [AD43] [AD73] an erased person is in no table and no file, and in no webhook that is sent later", async () => {
  const caller = await leaveTraces();
  const before = await searchDatabase(databaseUrl, `${PERSON}|${NOTES}`);
  const traced = listClasses("person", "words", "derived");
  expect(before).toEqual(traced.toSorted());
  expect((await searchFiles(dataDir, PERSON)).join()).toContain("exchange/calls.jsonl");
  await expectExported();

  const reason = "Letter of 12 November";
  const erased = await desk.post(`${admin}/callers/${caller}/erase`, { reason, dryRun: false });

  expect(await searchDatabase(databaseUrl, `${PERSON}|${NOTES}`)).toEqual([]);
  expect(await searchFiles(dataDir, `${PERSON}|${NOTES}`)).toEqual([]);
  await sendStoredWebhooks();
  expect(receiver.received.length).toBeGreaterThan(0);
  const sent = receiver.received.map(({ body }) => body).join("\n");
  expect(sent).not.toMatch(new RegExp(`${PERSON}|${NOTES}`, "i"));
  const kinds = (erased["proof"] as ErasureProof).erased.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["webhooks", "calls", "recordings", "callers"]));
});

/** Runs the job of the station's server as if two days had passed. */
async function applyRetention(): Promise<void> {
  const settings = readSettings({ LINEDESK_DATA: dataDir, EXCHANGE_URL: desk.station.exchangeUrl });
  const { services } = makeConfig(settings, await loadSecrets(dataDir));
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined });
  const clock = { now: () => Date.now() + 2 * 86_400_000 };
  await createRetentionJob({ db, services: openTelephonies(services), clock }).run();
  await db.destroy();
}

test("[DA18] [AD72] retention removes a number from every table and file, and its note from webhooks", async () => {
  const number = "+61491570166";
  const words = `${anyFormOf(number)}|saxophone`;
  const { call, listener } = await desk.ring(number, "Mia");
  await desk.post("/twilio/calls/description", { call: call.id, description: "saxophone" });
  await say("look at this call", call.id);
  await desk.hangUp(call.id, listener);
  const winner = await desk.ring("+61491570169", "Eve");
  await win(winner.call.id, "a harp");
  await desk.hangUp(winner.call.id, winner.listener);
  const won = anyFormOf("+61491570169");
  await expect
    .poll(() => searchDatabase(databaseUrl, won))
    .toContain("integration_delivery.payload");
  // The server has no record of calls that arrived while it was down.
  const missed = await desk.ring("+61491570167", "Ann");
  await desk.hangUp(missed.call.id, missed.listener);
  await queryDatabase(databaseUrl, "update call set call_sid = null where id = $1", [
    missed.call.id,
  ]);
  const { host, port } = desk.station.sip;
  const nobody = { exchange: { address: host, port }, to: "+61255500199" };
  const refused = await ring({ ...nobody, from: "+61491570168" });
  await refused.answered.catch(() => undefined);
  await refused.close();
  await expect.poll(() => searchDatabase(databaseUrl, words)).toContain("outbox.payload");
  expect(await searchFiles(dataDir, anyFormOf("+61491570168"))).toEqual([]);
  expect((await searchFiles(dataDir, words)).join()).toContain("exchange/calls.jsonl");
  const { retention } = (await desk.get(`${admin}/privacy`)) as { retention: object };
  const periods = { ...retention, calls: 1, notes: 1 };
  await desk.put(`${admin}/privacy`, { retention: periods, numbersFrom: null });

  await applyRetention();

  expect(await searchDatabase(databaseUrl, words)).toEqual([]);
  expect(await searchDatabase(databaseUrl, won)).toEqual(["prize_win.number"]);
  expect(await searchFiles(dataDir, `${words}|${won}|${anyFormOf("+61491570167")}`)).toEqual([]);
  await sendStoredWebhooks();
  expect(receiver.received.map(({ body }) => body).join("\n")).not.toMatch(new RegExp(words, "i"));
});
