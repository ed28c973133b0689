import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";

import { ensureCallPartitions } from "../../src/calls/prune-old-calls.ts";
import { arrivedState } from "../../src/calls/state/desk-state.ts";
import { allLiveCalls } from "../../src/calls/store/call-store.ts";
import { demoCallers } from "../../src/demo/demo-callers.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { createTestDatabase } from "../support/database.ts";
import { aStation } from "../support/people.ts";
import { aSid } from "../support/scripted-sids.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

/** Runs three rounds of the monitor. The service does not repeat events that were missed before. */
async function reconcile(): Promise<void> {
  desk.service.isSilent = false;
  for (let round = 0; round < 3; round += 1) {
    desk.clock.push(31_000);
    await desk.feature.monitor.tick();
    await desk.service.settle();
  }
}

async function silently(work: () => Promise<unknown>): Promise<void> {
  desk.service.isSilent = true;
  await work();
  await desk.service.settle();
}

async function readUse(claim: string): Promise<Date | null> {
  const claims = desk.db.selectFrom("claim").where("id", "=", claim).select("used_at");
  return (await claims.executeTakeFirstOrThrow()).used_at;
}

async function telephonyEvents() {
  return (await desk.events()).flatMap((event) =>
    event.type === "station.telephony" ? [event.state] : [],
  );
}

beforeEach(() => {
  desk.service.isAway = false;
  desk.service.isSilent = false;
});

test("[OB25] applications, queue and numbers are created at the telephony service, once", async () => {
  const numbers = [...desk.service.numbers.values()].map((one) => one["PhoneNumber"]);
  // The service also has the numbers of the demonstration telephone, so that they can be called.
  expect(numbers).toEqual([...demoCallers.map(({ number }) => number), desk.line]);
  expect([...desk.service.applications.values()].map((one) => one["VoiceUrl"])).toEqual([
    "http://127.0.0.1:4999/api/twilio/voice/connect#rc=3&rp=all&ct=2000&rt=5000",
    "http://127.0.0.1:4999/api/twilio/voice/phone#rc=3&rp=all&ct=2000&rt=5000",
  ]);
  expect([...desk.service.queues.values()]).toContain(`station:${desk.station}`);
  await reconcile();
  expect(desk.service.applications.size).toBe(2);
});

test("[CA54] each reconciliation repairs numbers, applications and queues that changed at the service", async () => {
  const { numbers, applications, queues } = desk.service;
  await reconcile();
  const before = [structuredClone([...numbers]), structuredClone([...applications])];
  const writesBefore = desk.service.numberWrites;
  await reconcile();
  expect(desk.service.numberWrites).toBe(writesBefore);

  const elsewhere = "http://127.0.0.1:4321/api/twilio/voice";
  for (const [sid, form] of numbers) {
    numbers.set(sid, { ...form, VoiceUrl: `${elsewhere}/incoming`, VoiceFallbackUrl: "" });
  }
  for (const [sid, form] of applications) {
    applications.set(sid, { ...form, VoiceUrl: `${elsewhere}/connect` });
  }
  const [queue] = [...queues].filter(([, name]) => name === `station:${desk.station}`);
  queues.delete(queue?.[0] ?? "");
  await reconcile();

  expect([[...numbers], [...applications]]).toEqual(before);
  expect([...queues.values()]).toContain(`station:${desk.station}`);
});

test("a line and a station that are added at run time take calls without a restart", async () => {
  const numbersBefore = desk.service.numberWrites;
  const station = await aStation(desk.db, []);
  const number = await desk.aLine({ station_id: station });

  await reconcile();

  const known = [...desk.service.numbers.values()].map((one) => one["PhoneNumber"]);
  expect(known).toContain(number);
  expect([...desk.service.queues.values()]).toContain(`station:${station}`);
  expect(desk.service.numberWrites).toBe(numbersBefore + 1);

  await desk.db
    .updateTable("phone_line")
    .set({ name: "Talkback" })
    .where("number", "=", number)
    .execute();
  await reconcile();

  const names = [...desk.service.numbers.values()].map((one) => one["FriendlyName"]);
  expect(names).toContain("Talkback");
});

test("[PL17] a call inside the exchange reaches only verified numbers of lines that exist", async () => {
  const { number: phone = "" } = demoCallers[0] ?? {};
  const station = await aStation(desk.db, []);
  const number = await desk.aLine({ station_id: station, is_own: false });
  const taken = { station_id: station, name: "Taken", number: phone, is_own: false, open: true };
  await desk.db
    .insertInto("phone_line")
    .values({ id: crypto.randomUUID(), ...taken })
    .execute();
  const at = (wanted: string) =>
    [...desk.service.numbers.values()].find((one) => one["PhoneNumber"] === wanted);
  const before = at(phone);
  await reconcile();

  const incoming = expect.stringContaining("/twilio/voice/incoming");
  expect(at(number)).toMatchObject({ DialledWithin: "false", VoiceUrl: incoming });
  expect(at(desk.line)).toMatchObject({ DialledWithin: "true", VoiceUrl: incoming });
  expect(at(phone)).toEqual(before);

  const lines = desk.db.updateTable("phone_line").where("number", "=", number);
  await lines.set({ is_own: true }).execute();
  await reconcile();
  expect(at(number)).toMatchObject({ DialledWithin: "true" });
  await desk.db.deleteFrom("phone_line").where("station_id", "=", station).execute();
  await reconcile();
  expect(at(number)).toMatchObject({ DialledWithin: "false" });
  expect(at(phone)).toEqual(before);
  expect(at(desk.line)).toMatchObject({ DialledWithin: "true" });
});

test("[CA21] [CA10] reconciliation finds an unreported end of a caller, with its reason", async () => {
  const { sid, id } = await desk.ring("+61491570156");
  await silently(() => desk.service.drop(sid));

  await reconcile();

  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "exchange_lost" });
});

test("[DS27] [CA21] an unreported end of an operator leaves the caller on music, unattended", async () => {
  const { id, leg, sid } = await desk.converse(desk.people.owner, "line1", "+61491570157");
  await silently(() => desk.service.drop(leg));

  await reconcile();

  expect((await desk.call(id)).desk).toMatchObject({ status: "held", unattended: true });
  expect(desk.service.rooms.get(`call:${id}`)?.participants.get(sid)?.hold).toBe(true);
});

test("[DS6] [DS30] an unreported join of an operator moves the caller into the room", async () => {
  const { id } = await desk.ring("+61491570158");
  const { claim } = await desk.handle(desk.people.producer, id, "accept");
  await silently(() => desk.service.connect(desk.people.producer.id, claim?.id ?? ""));
  // The use of the claim is stored after the answer. The claim could expire if the test moved the
  // clock earlier.
  await expect.poll(() => readUse(claim?.id ?? "")).not.toBeNull();
  expect((await desk.call(id)).desk.status).toBe("waiting");

  await reconcile();

  expect((await desk.call(id)).desk).toMatchObject({
    status: "screening",
    holder: { name: "Dan" },
  });
});

test("[CA21] [CL10] a call that rang while the server was down is added and waits", async () => {
  const sid = aSid("CA");
  const call = { to: desk.line, from: "+61491570159", status: "in-progress", direction: "inbound" };
  desk.service.calls.set(sid, { sid, ...call, caller_name: "Jo\u0007 Smith" });

  await reconcile();

  const id = await desk.idOf(sid);
  expect(await desk.call(id)).toMatchObject({
    desk: { status: "waiting" },
    caller: { number: "+61491570159", name: "Jo Smith" },
  });
  expect(desk.service.queued.get(sid)).toBe(`station:${desk.station}`);
});

test("[CA24] a call that is found late counts as waiting since its ring, and its end has the time that the service reports", async () => {
  const sid = aSid("CA");
  const rang = new Date(Math.floor(Date.now() / 1000) * 1000 - 600_000);
  const left = new Date(rang.getTime() + 120_000);
  const call = { sid, to: desk.line, from: "+61491570160", direction: "inbound" };
  const date_created = rang.toUTCString();
  desk.service.calls.set(sid, { ...call, status: "in-progress", date_created });
  await reconcile();
  const id = await desk.idOf(sid);
  expect((await desk.call(id)).arrivedAt).toBe(rang.toISOString());

  await silently(() => desk.service.drop(sid));
  const end_time = left.toUTCString();
  desk.service.ended.set(sid, { ...call, status: "completed", date_created, end_time });
  await reconcile();

  expect(await desk.call(id)).toMatchObject({
    endedAt: left.toISOString(),
    desk: { status: "ended", reason: "caller_hung_up", at: left.toISOString() },
  });
});

test("[CA21] a call that the service lost ends as lost, even for an operator who joins it", async () => {
  const { sid, id } = await desk.ring("+61491570161");
  const { claim } = await desk.handle(desk.people.producer, id, "accept", "line2");
  desk.service.calls.delete(sid);
  desk.service.queued.delete(sid);

  await desk.service.connect(desk.people.producer.id, claim?.id ?? "");
  await desk.service.settle();

  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "exchange_lost" });
});

test("[SR15] [CA21] [CN12] after a restart of the service its calls end as lost, and the next call works", async () => {
  const waiting = await desk.ring("+61491570110");
  const screened = await desk.converse(desk.people.admin, "line1", "+61491570313");
  const before = (await telephonyEvents()).length;
  desk.service.forget();
  desk.clock.push(3_000);

  await desk.feature.monitor.tick();
  await desk.service.settle();

  expect((await telephonyEvents()).slice(before)).toEqual(["down", "up"]);
  for (const { id } of [waiting, screened]) {
    expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "exchange_lost" });
  }
  const next = await desk.converse(desk.people.admin, "line1", "+61491570313");
  expect((await desk.call(next.id)).desk.status).toBe("screening");
});

test("[CN12] a service that is unavailable for more than 5 s is shown as down at every seat, and as up when it is back", async () => {
  const before = (await telephonyEvents()).length;
  desk.clock.stop();
  onTestFinished(() => desk.clock.go());
  desk.clock.push(3_000);
  await desk.feature.monitor.tick();
  desk.service.isAway = true;
  desk.clock.push(4_000);
  await desk.feature.monitor.tick();
  expect((await telephonyEvents()).slice(before)).toEqual([]);

  desk.clock.push(2_000);
  await desk.feature.monitor.tick();
  await desk.feature.monitor.tick();
  expect((await telephonyEvents()).slice(before)).toEqual(["down"]);

  desk.service.isAway = false;
  await desk.feature.monitor.tick();
  expect((await telephonyEvents()).slice(before)).toEqual(["down", "up"]);
  expect(desk.feature.monitor.isReady).toBe(true);
});

test("[DS30] a server that starts during a call continues it unchanged", async () => {
  const { id, leg } = await desk.converse(desk.people.presenter, "line1", "+61491570737");
  await desk.restart();

  expect((await desk.call(id)).desk).toMatchObject({ status: "screening" });
  await desk.service.drop(leg);
  await desk.service.settle();
  expect((await desk.call(id)).desk).toMatchObject({ status: "held", unattended: true });
});

function endedRooms(): string[] {
  return desk.service.commands.flatMap((one) => (one.type === "end_room" ? [one.sid] : []));
}

test("the room of an ended call ends at the second comparison, and a room of another database is never ended", async () => {
  const { id, sid } = await desk.ring("+61491570739");
  await desk.service.drop(sid);
  await desk.service.settle();
  const orphaned = { sid: aSid("CF"), name: `call:${id}`, sequence: 0 };
  const foreign = { sid: aSid("CF"), name: `call:${uuidV7()}`, sequence: 0 };
  for (const room of [orphaned, foreign]) {
    desk.service.rooms.set(room.name, { ...room, participants: new Map() });
  }
  const before = endedRooms().length;

  await desk.pass(31_000);
  expect(endedRooms().slice(before)).toEqual([]);
  await desk.pass(31_000);
  expect(endedRooms().slice(before)).toEqual([orphaned.sid]);

  desk.service.rooms.delete(orphaned.name);
  await desk.pass(31_000);
  await desk.pass(31_000);
  expect(endedRooms().slice(before)).toEqual([orphaned.sid]);
  desk.service.rooms.delete(foreign.name);
});

test("all of 2,500 live calls are read for the reconciliation", async () => {
  const crowded = await createTestDatabase();
  onTestFinished(() => crowded.close());
  const station = await aStation(crowded.db);
  const now = new Date();
  await ensureCallPartitions(crowded.db, now, now);
  const calls = Array.from({ length: 2_500 }, () => uuidV7(now.getTime()));
  await sql`insert into call (id, station_id, arrived_at, direction, call_state, desk, changed_at)
    select id, ${station}, ${now}, 'inbound', '{"status":"in_progress"}',
      ${JSON.stringify(arrivedState)}::jsonb, ${now}
    from unnest(${calls}::uuid[]) as id`.execute(crowded.db);

  expect(await allLiveCalls(crowded.db, "main")).toHaveLength(2_500);
});
