import { afterAll, expect, test } from "vitest";

import {
  type Contact,
  type NumbersFrom,
  type Privacy,
  type Role,
  type Call,
  type Station,
  stationChannel,
  userChannel,
  wholeStationChannel,
} from "@linedesk/contract";
import { revealsNumber, Eavesdropper } from "../support/eavesdropper.ts";
import { aStation, type Person } from "../support/people.ts";
import { readEverything } from "../support/read-everything.ts";
import { startTestServer } from "../support/station-server.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";
import { useContest } from "../support/use-contest.ts";
import { usePrizes } from "../support/use-prizes.ts";

const NUMBER = "+61491570006";
const KEY = "k".repeat(32);

// The desk has the calls. The server has chat and sockets, on the same database.
const desk = await TelephoneDesk.open();
const server = await startTestServer(
  {
    EXCHANGE_URL: desk.telephonyConfig.apiUrl ?? "",
    RATE_LIMIT: "1000000",
    INTEGRATION_KEY: KEY,
  },
  { reach: async () => desk.databaseUrl },
);
afterAll(async () => {
  await server.close();
  await desk.close();
});

function listenAs(person: Person): Eavesdropper {
  return new Eavesdropper(person, { desk, server });
}

async function showFrom(numbersFrom: NumbersFrom): Promise<void> {
  const path = `/admin/${desk.station}/privacy`;
  const { body } = await desk.get(path, desk.people.owner);
  const privacy: Privacy = { ...(body as unknown as Privacy), numbersFrom };
  const saved = await desk.send("PUT", path, desk.people.owner, privacy);
  expect(saved.status).toBe(200);
  // The change ends the current sockets. After this wait it ends no socket that a test opens later.
  const unsent = desk.db.selectFrom("outbox").select("id").where("sent_at", "is", null);
  await expect.poll(() => unsent.execute(), { timeout: 20_000 }).toEqual([]);
}

function rowOf(call: string) {
  return desk.db.selectFrom("call").selectAll().where("id", "=", call).executeTakeFirstOrThrow();
}

async function workACall(seat: Eavesdropper): Promise<{ call: string; contact: Contact }> {
  const { station, people } = desk;
  await (await useContest(desk)).start(1);
  await desk.post("/contacts", { station, number: NUMBER, name: "Kim" }, people.producer);

  const { sid, id } = await desk.ring(NUMBER);
  await seat.post("/twilio/calls/call_subscription", { station });
  const accept = { call: id, action: "accept", line: "line1" };
  const taken = await seat.post("/twilio/calls/handle_call", accept);
  await desk.connect(seat.person, taken.body as never);
  await seat.post("/twilio/calls/handle_hold", { call: id, hold: true });
  await seat.post("/twilio/calls/handle_hold", { call: id, hold: false });
  await seat.post("/twilio/calls/description", { call: id, description: "Bins" });
  await seat.post("/caller/location", { call: id, location: "Penrith" });
  const saved = await seat.post("/caller/contact", { call: id, owner: "show", show: "Breakfast" });
  const contact = saved.body["contact"] as Contact;
  const again = await seat.post("/caller/contact", { call: id });
  expect(again).toMatchObject({ status: 409 });
  await seat.ask("POST", "/chat", { station, key: crypto.randomUUID(), text: "look", call: id });
  await seat.post("/twilio/calls/handle_call", { call: id, action: "verify" });
  const onAir = await desk.act(people.presenter, { call: id, action: "take_over", line: "line2" });
  if (onAir.claim !== null) {
    await desk.connect(people.presenter, onAir);
  }
  const { aPrize, record } = usePrizes(desk);
  await record(id, await aPrize(2));
  await seat.get(`/promo/prizeHistory?station=${station}&call=${id}`);
  await desk.service.drop(sid);
  await desk.service.settle();
  return { call: id, contact };
}

test("[AD79] a masked seat gets the number in no answer and no frame of a whole call", async () => {
  const { station, people } = desk;
  await showFrom("owner");
  const [screener, owner] = [listenAs(people.screener), listenAs(people.owner)];
  const channels = [stationChannel(station), `presence-station-${station}`];
  expect(await screener.follow(...channels, wholeStationChannel(station))).toEqual([
    true,
    true,
    false,
  ]);
  expect(await owner.follow(...channels, wholeStationChannel(station))).toEqual([true, true, true]);

  const { call, contact } = await workACall(screener);
  const { caller_id: caller } = await rowOf(call);
  const named = { call, caller: caller ?? "", number: contact.number };
  await screener.awaitFrame('"call.ended"');
  await owner.awaitFrame('"call.ended"');
  await readEverything(desk.station, screener, { ...named, find: "kim" });
  const admin = listenAs(people.admin);
  await readEverything(desk.station, admin, named);
  for (const path of [`/station/${station}/contest/export`, "/promo/export", "/contacts/export"]) {
    await admin.post(path, { station });
  }
  await admin.post(`/station/${station}/caller/history/export`, {});
  await admin.post(`/admin/${station}/audit/export`, {});

  expect(screener.sourcesOfNumber).toEqual([]);
  expect(admin.sourcesOfNumber).toEqual([]);
  for (const shown of ["•••• ••• 006", contact.number]) {
    expect(screener.bytes.some(({ text }) => text.includes(shown))).toBe(true);
  }
  expect(screener.bytes.every(({ text }) => !text.includes('"internal_error"'))).toBe(true);
  // The owner receives the number, only on the channel of full numbers. This proves that the check
  // can find digits.
  await readEverything(desk.station, owner, { ...named, number: NUMBER });
  expect(owner.sourcesOfNumber).toContain("frame");
  expect(new Set(owner.sourcesOfNumber).size).toBeGreaterThan(8);
});

async function hiddenOf(person: Person, id: string): Promise<string> {
  const { body } = await desk.get(`/twilio/calls/call_list?station=${desk.station}`, person);
  const found = (body["calls"] as Call[]).find((call) => call.id === id);
  return found?.caller.number ?? "";
}

test("[AD101] a masked seat dials, finds and saves by the encrypted number, which is invalid at other stations", async () => {
  const { station, people } = desk;
  const { screener } = people;
  await showFrom("nobody");
  const { sid, id } = await desk.ring("+61491570158");
  const hidden = await hiddenOf(screener, id);
  expect(hidden).toMatch(/^hidden\.[\w-]{40,70}$/);
  expect(revealsNumber(Buffer.from(hidden.slice(7), "base64url").toString("latin1"))).toBe(false);

  const history = `/station/${station}/caller/history?number=${hidden}`;
  const dialled = await desk.post(
    "/twilio/calls/outbound_conference",
    { station, to: hidden, line: "line2" },
    screener,
  );
  expect(dialled).toMatchObject({
    status: 200,
    body: { call: { caller: { number: hidden, numberDisplay: "•••• ••• 158" } } },
  });
  const { number: stored } = await rowOf((dialled.body["call"] as { id: string }).id);
  expect(stored).toBe("+61491570158");
  const check = await desk.get(`/station/${station}/dial?to=${hidden}`, screener);
  expect(check.body).toMatchObject({ to: { numberDisplay: "•••• ••• 158", refused: null } });
  await desk.service.drop(sid);
  await desk.service.settle();
  const past = await desk.get(history, screener);
  expect(past.body).toMatchObject({ items: [{ id, caller: { numberDisplay: "•••• ••• 158" } }] });

  const added = await desk.post("/contacts", { station, number: hidden, name: "Lee" }, screener);
  expect(added).toMatchObject({ status: 200, body: { contact: { number: hidden } } });
  const changed = await desk.send("PUT", `/contacts/${hidden}?station=${station}`, screener, {
    version: 1,
    note: "plumber",
  });
  expect(changed).toMatchObject({ status: 200, body: { contact: { note: "plumber" } } });
  const again = await desk.post("/contacts", { station, number: hidden, name: "Lee" }, screener);
  expect(again).toMatchObject({
    status: 409,
    body: { error: { message: "•••• ••• 158 is already in the phone book as Lee." } },
  });

  // The number is never stored as text, nor sent to a place that shows the full number.
  const noted = { call: id, description: hidden };
  await desk.post("/twilio/calls/description", noted, people.owner);
  expect((await rowOf(id)).description).toBe(hidden);
  const elsewhere = await aStation(desk.db, [[screener, "owner"]]);
  for (const [path, body] of [
    ["/contacts", { station: elsewhere, number: hidden, name: "Lee" }],
    ["/contacts", { station, number: hidden, name: "Lee", owner: "person" }],
    ["/caller/contact", { call: id, owner: "person" }],
  ] as const) {
    const refused = await desk.post(path, body, screener);
    expect([400, 403]).toContain(refused.status);
  }
  const foreign = await desk.get(`/station/${elsewhere}/dial?to=${hidden}`, screener);
  expect(foreign.status).toBe(400);
  const forged = `${hidden.slice(0, 20)}${hidden[20] === "A" ? "B" : "A"}${hidden.slice(21)}`;
  const wrong = await desk.get(`/station/${station}/dial?to=${forged}`, screener);
  expect(wrong.status).toBe(400);
});

test("[AD104] digits find only full numbers, so that no number can be guessed digit by digit", async () => {
  const { station, people } = desk;
  await showFrom("producer");
  await desk.ring("+61491570159");
  await desk.post("/contacts", { station, number: "+61491570159", name: "Mo" }, people.owner);
  async function find(text: string, person: Person): Promise<number[]> {
    const query = `station=${station}&find=${encodeURIComponent(text)}`;
    const lists = [
      await desk.get(`/caller/caller_list?${query}`, person),
      await desk.get(`/contacts?${query}`, person),
    ];
    return lists.map(({ body }) => (body["items"] as unknown[]).length);
  }

  for (const part of ["0491570159", "0491 570 159", "61491570159"]) {
    expect([part, await find(part, people.screener)]).toEqual([part, [1, 1]]);
  }
  for (const part of ["049157015", "04", "159", "6149157015", "mo 0491"]) {
    expect([part, await find(part, people.screener)]).toEqual([part, [0, 0]]);
  }
  expect(await find("mo 0491570159", people.screener)).toEqual([0, 1]);
  expect((await find("049157015", people.producer)).every((count) => count > 0)).toBe(true);
});

test("[AD103] a person with the permission admin unmasks one number for a reason, which the audit keeps", async () => {
  const { station, people } = desk;
  await showFrom("nobody");
  const { id } = await desk.ring("+61491570110");
  const number = await hiddenOf(people.admin, id);
  const request = { station, number, reason: "safety", words: "asked for an ambulance" };
  const path = "/caller/number/show";

  const shown = await desk.post(path, request, people.admin);
  expect(shown).toMatchObject({ status: 200, body: { numberDisplay: "0491 570 110" } });
  const { caller } = await desk.call(id);
  const { body } = await desk.get(`/admin/${station}/audit?action=number+shown`, people.admin);
  expect((body["items"] as unknown[])[0]).toMatchObject({
    action: "number.shown",
    person: people.admin,
    object: { type: "caller", id: caller.id },
    details: { reason: "safety", words: request.words, lastDigits: "110" },
  });
  expect(revealsNumber(JSON.stringify(body))).toBe(false);

  expect((await desk.post(path, request, people.producer)).status).toBe(403);
  expect((await desk.post(path, request, people.outsider)).status).toBe(403);
  expect((await desk.post(path, { ...request, reason: "curious" }, people.admin)).status).toBe(400);
  expect((await desk.post(path, { ...request, number: NUMBER }, people.admin)).status).toBe(400);
  const more = Array.from({ length: 35 }, () => desk.post(path, request, people.admin));
  const statuses = (await Promise.all(more)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([
    ...Array(29).fill(200),
    ...Array(6).fill(429),
  ]);
  expect((await desk.post(path, request, people.admin)).status).toBe(429);
  expect((await desk.post(path, request, people.owner)).status).toBe(200);
});

test("[AD102] an admin sets who sees full numbers, which applies immediately and is audited", async () => {
  const { station, people } = desk;
  await showFrom(null);
  const { id } = await desk.ring("+61491570111");
  expect(await hiddenOf(people.screener, id)).toBe("+61491570111");
  const before = (await desk.get("/station", people.screener)).body["items"] as object[];
  expect(before.find((one) => "id" in one && one.id === station)).not.toHaveProperty("numbers");

  const at = `/admin/${station}/privacy`;
  const { body: privacy } = await desk.get(at, people.admin);
  const saved = await desk.send("PUT", at, people.admin, { ...privacy, numbersFrom: "producer" });
  expect(saved).toMatchObject({ status: 200, body: { numbersFrom: "producer" } });
  const notified = await desk.db
    .selectFrom("outbox")
    .select("channel")
    .where("event", "=", "rights.changed")
    .orderBy("id", "desc")
    .limit(5)
    .execute();
  const { outsider: _outsider, ...members } = people;
  expect(notified.map(({ channel }) => channel).toSorted()).toEqual(
    Object.values(members)
      .map((person) => userChannel(person.id))
      .toSorted(),
  );
  const seen: Record<string, unknown> = {};
  for (const [role, person] of Object.entries(members) as [Role, Person][]) {
    const { body } = await desk.get("/station", person);
    seen[role] = (body["items"] as Station[]).find((one) => one.id === station)?.numbers;
    const isWhole = (await hiddenOf(person, id)) === "+61491570111";
    expect([role, isWhole]).toEqual([role, seen[role] === "whole"]);
  }
  expect(seen).toEqual({
    screener: "masked",
    presenter: "masked",
    producer: "whole",
    admin: "whole",
    owner: "whole",
  });
  const { body } = await desk.get(`/admin/${station}/audit?action=privacy`, people.admin);
  expect((body["items"] as unknown[])[0]).toMatchObject({
    details: { before: { numbersFrom: null }, after: { numbersFrom: "producer" } },
  });
});

test("[AD104] a forged cursor shows no contact between two numbers", async () => {
  const { station, people } = desk;
  await showFrom("nobody");
  const { sid } = await desk.ring("+61491570160");
  await desk.service.drop(sid);
  await desk.service.settle();
  const nobody = "00000000-0000-0000-0000-000000000000";
  async function find(text: string, word: string) {
    const query = new URLSearchParams({ station, find: text, cursor: `${nobody}${word}` });
    return desk.get(`/caller/caller_list?${query.toString()}`, people.screener);
  }

  for (const word of ["0491570159", "0", "049157015"]) {
    expect(await find("0491570161", word)).toMatchObject({
      status: 400,
      body: { error: { fields: { cursor: expect.any(Object) } } },
    });
  }
  expect((await find("0491570160", "0491570160")).body["items"]).toHaveLength(1);
});

test("[AD104] a masked seat can query 60 full numbers, and cannot import a file", async () => {
  const { station, people } = desk;
  await showFrom("producer");
  const { presenter, producer } = people;
  const contacts = `/contacts?station=${station}&find=`;
  const asks = [
    (number: string) => desk.get(`${contacts}${number}`, presenter),
    (number: string) =>
      desk.get(`/caller/caller_list?station=${station}&find=${number}`, presenter),
    (number: string) => desk.get(`/station/${station}/dial?to=${number}`, presenter),
  ];
  async function askAll(count: number): Promise<number[]> {
    const statuses = new Set<number>();
    for (let at = 0; at < count; at += 1) {
      const ask = asks[at % asks.length];
      statuses.add((await ask?.(String(491_570_200 + at).padStart(10, "0")))?.status ?? 0);
    }
    return [...statuses];
  }

  expect(await askAll(60)).toEqual([200]);
  const tried = await Promise.all(asks.map((ask) => ask("0491570299")));
  expect(tried.map(({ status }) => status)).toEqual([429, 429, 429]);
  // Words, parts of numbers and encrypted numbers do not count as guesses. A producer sees full
  // numbers, so a producer's queries are not limited.
  expect((await desk.get(`${contacts}kim`, presenter)).status).toBe(200);
  expect((await desk.get(`${contacts}049157`, presenter)).status).toBe(200);
  const { id } = await desk.ring("+61491570161");
  const hidden = await hiddenOf(presenter, id);
  expect((await desk.get(`/station/${station}/dial?to=${hidden}`, presenter)).status).toBe(200);
  expect((await desk.get(`${contacts}0491570299`, producer)).status).toBe(200);

  const rows = [{ line: 1, number: "0491570161", name: "A", tags: [], note: "" }];
  const file = { station, owner: "person", dryRun: false, rows };
  expect((await desk.post("/contacts/import", file, presenter)).status).toBe(403);
  expect((await desk.post("/contacts/import", file, producer)).status).toBe(200);
});
