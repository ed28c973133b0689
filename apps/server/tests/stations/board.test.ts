import { expect, test } from "vitest";

import { REHEARSAL_NUMBERS } from "@linedesk/base";
import type { BoardCheck, Call } from "@linedesk/contract";
import { checkCrashCalls, listCrashCalls } from "../../src/board/crash-calls.ts";
import { countTestCalls } from "../../src/board/rehearsal-store.ts";
import { findTraffic } from "../../src/calls/store/traffic-store.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aPerson, aStation } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

function path(rest = ""): string {
  return `/admin/${desk.station}/board${rest}`;
}
async function board() {
  const { body } = await desk.get(path(), desk.people.admin);
  return body as { checks: BoardCheck[]; rehearsalUntil: string | null };
}
async function checksOf(part: BoardCheck["part"]) {
  return (await board()).checks.filter((check) => check.part === part);
}

test("[AD30] the board shows trunks, lines, audio servers, seats with their sound checks, and the machine", async () => {
  const { service, people } = desk;
  service.trunks = [
    { sid: `TK${"1".repeat(32)}`, name: "carrier", registered: true, answers: true },
    { sid: `TK${"2".repeat(32)}`, name: "spare", registered: false, answers: null },
  ];
  expect((await checksOf("number")).map(({ finding }) => finding)).toContain("not_tested");
  await desk.aLine({ open: false });
  const lines = { line1: true, line2: true };
  await desk.post(`/station/${desk.station}/seats`, { lines }, people.screener);
  await desk.post(`/station/${desk.station}/seats`, { lines }, people.producer);

  await desk.anAudioServer("Studio A");
  const studio = await desk.anAudioServer("Studio B");
  desk.presentServers.add(studio.id);
  const { checks, rehearsalUntil } = await board();
  const servers = checks.filter(({ part }) => part === "audio_server");
  expect(servers.map(({ name, finding }) => [name, finding])).toEqual([
    ["Studio A", "offline"],
    ["Studio B", "online"],
  ]);

  expect(rehearsalUntil).toBeNull();
  expect(checks).toEqual(
    expect.arrayContaining([
      { part: "telephony", name: null, state: "go", finding: "up", amount: null },
      { part: "trunk", name: "carrier", state: "go", finding: "registered", amount: null },
      { part: "trunk", name: "spare", state: "no_go", finding: "not_registered", amount: null },
      { part: "line", name: "Line", state: "go", finding: "open", amount: null },
      { part: "line", name: "Line", state: "look", finding: "closed", amount: null },
    ]),
  );
  const machine = ["music", "database", "realtime", "certificate", "clock", "backup", "disk"];
  expect(checks.map(({ part }) => part)).toEqual(expect.arrayContaining(machine));
  const seats = checks.filter(({ part }) => part === "seat");
  expect(seats.toSorted((a, b) => (a.name ?? "").localeCompare(b.name ?? ""))).toEqual([
    { part: "seat", name: "Bob", state: "look", finding: "no_check", amount: null },
    { part: "seat", name: "Dan", state: "look", finding: "no_check", amount: null },
  ]);
});

test("[AD30] without a trunk no number is called or reached", async () => {
  const { trunks } = desk.service;
  desk.service.trunks = [];
  const before = desk.service.dialled.size;

  expect((await desk.post(path("/loop"), {}, desk.people.admin)).body).toEqual({ started: 0 });

  expect(desk.service.dialled.size).toBe(before);
  expect(new Set((await checksOf("number")).map(({ finding }) => finding))).toEqual(
    new Set(["no_way"]),
  );
  desk.service.trunks = trunks;
});

test("[AD30] a number counts as reached when its test call arrives, and that call is not in the list of calls", async () => {
  expect((await desk.post(path("/loop"), {}, desk.people.admin)).body).toEqual({ started: 2 });
  const sent = [...desk.service.dialled.values()];
  expect(sent).toContainEqual(
    expect.objectContaining({ To: desk.line, From: desk.line, Byoc: `TK${"1".repeat(32)}` }),
  );
  expect((await checksOf("number")).map(({ finding }) => finding)).toEqual([
    "under_way",
    "under_way",
  ]);
  const listener = await desk.ring("+61491570159");
  await desk.service.ring(desk.line, desk.line);

  const { checks } = await board();
  expect(checks.filter(({ finding }) => finding === "reached")).toHaveLength(1);
  const { body } = await desk.get(
    `/twilio/calls/call_list?station=${desk.station}`,
    desk.people.owner,
  );
  expect((body["calls"] as Call[]).map(({ id }) => id)).toEqual([listener.id]);
  desk.clock.push(46_000);
  expect((await checksOf("number")).map(({ state }) => state).toSorted()).toEqual(["go", "no_go"]);
});

test("[AD33] [MN11] a rehearsal has twelve marked callers, in no contest and no figure, until a person ends it", async () => {
  const { admin, owner } = desk.people;
  const before = await findTraffic(desk.db);
  const made = await desk.post(path("/rehearsal"), {}, admin);
  expect(made).toMatchObject({ status: 200, body: { callers: 12 } });
  const sent = [...desk.service.dialled.values()].filter(({ To: to }) => to?.startsWith("sip:"));
  expect(sent).toHaveLength(12);
  expect(new Set(sent.map(({ From: from }) => from))).toEqual(new Set(REHEARSAL_NUMBERS));
  expect(sent[0]).toMatchObject({
    To: `sip:${desk.line}@127.0.0.1:5070`,
    SipAuthUsername: sent[0]?.["From"],
  });
  expect((await desk.post(path("/rehearsal"), {}, admin)).status).toBe(409);
  expect((await board()).rehearsalUntil).toBe(made.body["until"]);

  const { id, sid } = await desk.ring(REHEARSAL_NUMBERS[0]);
  expect(await desk.call(id)).toMatchObject({ rehearsal: true, caller: { id: null } });
  expect(await findTraffic(desk.db)).toMatchObject({ live: before.live, rehearsed: 1 });
  const known = await desk.db.selectFrom("caller_number").select("number").execute();
  expect(known.map(({ number }) => number)).not.toContain(REHEARSAL_NUMBERS[0]);

  await desk.db.updateTable("phone_line").set({ forward_to: "+61491570157" }).execute();
  const onForwarded = await desk.ring(REHEARSAL_NUMBERS[2]);
  expect(await desk.call(onForwarded.id)).toMatchObject({
    rehearsal: true,
    desk: { status: "waiting" },
  });
  desk.service.callOf = () => onForwarded.id;
  await desk.service.drop(onForwarded.sid);
  await desk.db.updateTable("phone_line").set({ forward_to: null }).execute();

  const rehearsal = path("/rehearsal");
  const other = await aStation(desk.db, [[admin, "admin"]]);
  const ofOther = await desk.send("DELETE", `/admin/${other}/board/rehearsal`, admin);
  expect(ofOther.body).toEqual({ ended: 0 });
  expect((await board()).rehearsalUntil).toBe(made.body["until"]);
  expect((await desk.send("DELETE", rehearsal, admin)).body).toEqual({ ended: 12 });
  expect((await board()).rehearsalUntil).toBeNull();
  desk.service.callOf = () => id;
  await desk.service.drop(sid);
  const { body } = await desk.get(`/station/${desk.station}/caller/history`, owner);
  expect(body["items"]).toContainEqual(expect.objectContaining({ id, rehearsal: true }));
  expect(await findTraffic(desk.db)).toMatchObject({ ended: before.ended, rehearsed: 0 });
  const later = await desk.ring(REHEARSAL_NUMBERS[1]);
  expect((await desk.call(later.id)).rehearsal).toBeUndefined();
});

test("[AD33] [AD65] webhooks mark only the calls of a rehearsal", async () => {
  const { admin } = desk.people;
  const webhook = { kind: "webhook", name: "CRM", url: "https://crm.example.com/hook" };
  const integrations = `/admin/${desk.station}/integrations`;
  await desk.post(integrations, { ...webhook, events: ["call.arrived"] }, admin);
  const now = new Date(desk.clock.now() + 60_000);
  await desk.db.updateTable("station_telephony").set({ rehearsal_until: now }).execute();
  const rehearsed = await desk.ring(REHEARSAL_NUMBERS[2]);
  const listener = await desk.ring("+61491570111");

  const rows = await desk.db.selectFrom("integration_delivery").select("payload").execute();
  const calls = rows.map(({ payload }) => JSON.stringify(payload));
  const sent = (id: string) => calls.find((call) => call.includes(id));
  expect(sent(rehearsed.id)).toContain('"rehearsal":true');
  expect(sent(listener.id)).toBeDefined();
  expect(sent(listener.id)).not.toContain("rehearsal");
  await desk.db.updateTable("station_telephony").set({ rehearsal_until: null }).execute();
});

test("[AD31] the telephony in use is shown, a trunk is tested, and a telephone gets a test call", async () => {
  const { admin } = desk.people;
  const at = `/admin/${desk.station}/telephony`;
  const trunk = `TK${"1".repeat(32)}`;
  desk.service.trunks = [{ sid: trunk, name: "carrier", registered: true, answers: true }];
  const [, own] =
    [...desk.service.numbers].find(([, one]) => one["PhoneNumber"] === desk.line) ?? [];
  expect(own?.["VoiceUrl"]).toContain("/api/twilio/voice/incoming");

  const { body } = await desk.get(at, admin);
  expect(body).toMatchObject({
    kind: "exchange",
    sip: "0.0.0.0:5070",
    trunks: [{ name: "carrier", registered: true }],
    numbers: expect.arrayContaining([expect.objectContaining({ state: "right" })]),
  });
  Object.assign(own ?? {}, { VoiceUrl: "https://elsewhere.example.com/voice" });
  const moved = (await desk.get(at, admin)).body;
  expect(moved["numbers"]).toContainEqual(
    expect.objectContaining({
      state: "will_change",
      goesTo: "https://elsewhere.example.com/voice",
    }),
  );

  expect((await desk.post(`${at}/trunks/${trunk}/test`, {}, admin)).body).toMatchObject({
    works: false,
    hosts: [
      {
        options: { message: "It answers." },
        register: { reason: "trunk_registration_forbidden" },
      },
    ],
  });
  const other = `TK${"3".repeat(32)}`;
  expect((await desk.post(`${at}/trunks/${other}/test`, {}, admin)).status).toBe(404);

  const made = await desk.post(`${at}/call`, { number: "0491 570 006" }, admin);
  const call = String(made.body["call"]);
  expect(desk.service.dialled.get(call)).toMatchObject({
    To: "+61491570006",
    Twiml: expect.stringContaining("This is a test call"),
  });
  expect((await desk.get(`${at}/call/${call}`, admin)).body).toEqual({ status: "ringing" });
  expect((await desk.get(`${at}/call/CA${"0".repeat(32)}`, admin)).status).toBe(404);
  expect((await desk.post(`${at}/call`, { number: "000" }, admin)).status).toBe(400);
});

test("[AD172] a station calls a telephone for a test at most 20 times an hour", async () => {
  const ring = () =>
    desk.post(
      `/admin/${desk.station}/telephony/call`,
      { number: "0491 570 006" },
      desk.people.admin,
    );
  const before = await countTestCalls(desk.db, desk.station, new Date());

  const rung = await Promise.all(Array.from({ length: 24 }, ring));
  expect(rung.filter(({ status }) => status === 200)).toHaveLength(20 - before);
  const { size } = desk.service.dialled;
  expect((await ring()).status).toBe(429);
  expect(desk.service.dialled.size).toBe(size);
});

test("[AD172] a station's tests of trunks, numbers and rehearsals are limited, and it sees only its own test calls", async () => {
  const { admin } = desk.people;
  const other = await aStation(desk.db, [[admin, "admin"]]);
  const trunk = `TK${"1".repeat(32)}`;
  const tries = [`/telephony/trunks/${trunk}/test`, "/board/loop", "/board/rehearsal"];
  for (const tried of tries) {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await desk.post(`/admin/${other}${tried}`, {}, admin)).status);
    }
    expect([tried, statuses.indexOf(429)]).toEqual([tried, 10]);
    expect((await desk.post(`/admin/${desk.station}${tried}`, {}, admin)).status).not.toBe(429);
  }

  const [call = ""] = desk.service.dialled.keys();
  expect((await desk.get(`/admin/${desk.station}/telephony/call/${call}`, admin)).status).toBe(200);
  expect((await desk.get(`/admin/${other}/telephony/call/${call}`, admin)).status).toBe(404);
  await desk.send("DELETE", path("/rehearsal"), admin);
});

test("[AD22] a line with a contest's log is not removed", async () => {
  const { admin } = desk.people;
  const lines = `/admin/${desk.station}/phoneLines`;
  const { body } = await desk.get(lines, admin);
  const [line] = (body["items"] as { id: string; number: string }[]).filter(
    ({ number }) => number !== desk.line,
  );
  const id = line?.id ?? "";
  const contest = `/station/${desk.station}/contest`;
  const { body: started } = await desk.post(contest, { phoneLine: id, callerCount: 3 }, admin);
  const { id: seen } = started["contest"] as { id: string };
  expect((await desk.post(`${contest}/end`, { contest: seen }, admin)).status).toBe(200);

  const refused = await desk.send("DELETE", `${lines}/${id}`, admin);

  expect(refused).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  const after = (await desk.get(lines, admin)).body["items"] as { id: string }[];
  expect(after.map((one) => one.id)).toContain(id);
});

test("[AD23] a role for a person who has signed in before applies immediately", async () => {
  const zoe = await aPerson(desk.db, "Zoe");
  const subject = { subject: "zoe", issuer: "https://id.example.com" };
  await desk.db.updateTable("user").set(subject).where("id", "=", zoe.id).execute();
  expect((await desk.get(path(), zoe)).status).toBe(403);

  const given = { email: `zoe-${zoe.id}@example.com`, role: "admin" };
  const { body } = await desk.post(`/admin/${desk.station}/users`, given, desk.people.admin);

  expect(body["member"]).toMatchObject({ user: zoe.id, invited: false });
  expect((await desk.get(path(), zoe)).status).toBe(200);
});

test("[AD30] [XR275] a call that was being processed at three crashes is named by its number, at its own station only", async () => {
  const sample = 'linedesk_exchange_call_in_crashes{call="SID"} 1';
  const { sid } = await desk.ring("+61491570157");
  const unknown = `CA${"0".repeat(32)}`;
  const metrics = [sid, unknown].map((one) => sample.replace("SID", one)).join("\n");
  const sids = listCrashCalls(metrics);
  expect(sids).toEqual([sid, unknown]);
  expect([listCrashCalls(null), listCrashCalls("# nothing")]).toEqual([[], []]);

  const checks = await checkCrashCalls(desk.db, desk.station, sids);
  expect(checks.map(({ name, finding }) => [name, finding])).toEqual([
    ["+61491570157", "in_crashes"],
    [unknown, "in_crashes"],
  ]);
  const elsewhere = await checkCrashCalls(desk.db, uuidV7(), sids);
  expect(elsewhere.map(({ name }) => name)).toEqual([unknown]);
  await desk.endCalls();
});
