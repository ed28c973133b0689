import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aQualityReport } from "../support/a-quality-report.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";
import { openDesk, type Answer } from "../support/telephone-desk.ts";

const desk = await openDesk();

function callsOf(answer: Answer): Call[] {
  return answer.body["calls"] as Call[];
}
function reject(calls: string[], dryRun = false) {
  return desk.post("/twilio/calls/reject_call", { calls, dryRun }, desk.people.producer);
}

test("[QU1] [QU6] [PL11] [RT12] the queue is in the one order, and the list has every live call", async () => {
  const { owner } = desk.people;
  const first = await desk.ring("+61491570156");
  const second = await desk.ring("+61491570157");
  const vip = await desk.ring("+61491570158", await desk.aLine({ priority: true }));
  const screened = await desk.converse(owner, "line1", "+61491570159");
  await desk.db.updateTable("call").set({ pinned: true }).where("id", "=", second.id).execute();

  const queue = await desk.get(`/twilio/calls/call_queue?station=${desk.station}`, owner);
  const list = await desk.get(`/twilio/calls/call_list?station=${desk.station}`, owner);
  const following = await desk.post(
    "/twilio/calls/call_subscription",
    { station: desk.station },
    owner,
  );

  expect(callsOf(queue).map((call) => call.id)).toEqual([vip.id, second.id, first.id]);
  expect(callsOf(queue).map((call) => call.phoneLine?.priority)).toEqual([true, false, false]);
  expect(callsOf(list).map((call) => call.id)).toEqual([vip.id, second.id, first.id, screened.id]);
  expect(following.body).toEqual({
    ...list.body,
    channel: `private-station-${desk.station}`,
    air: { station: { line1: null, line2: null }, presets: [] },
    ended: [],
    cutOffs: 0,
    telephony: "up",
    cameAndWent: 0,
  });
  expect(list.body["seq"]).toBe((await desk.events()).at(-1)?.seq);
});

async function flagCaller(caller: string, kind: "label" | "warning" | "banned") {
  const id = uuidV7();
  const flag = { id, station_id: desk.station, name: kind, colour: "#955f04", kind };
  await desk.db.insertInto("flag").values(flag).execute();
  const carried = { caller_id: caller, flag_id: id, reason: `A ${kind} reason` };
  await desk.db.insertInto("caller_flag").values(carried).execute();
}

test("[QU8] [QU9] [FL16] a call shows its caller before it is answered", async () => {
  const unknown = await desk.ring("+61491570737");
  const hidden = await desk.ring("anonymous");
  const before = await desk.ring("+61491570162");
  await desk.post("/caller/name", { call: before.id, name: "Kim Ng" }, desk.people.owner);
  await desk.post("/caller/location", { call: before.id, location: "Ryde" }, desk.people.owner);
  await flagCaller((await desk.call(before.id)).caller.id ?? "", "label");
  await desk.service.drop(before.sid);
  await desk.service.settle();
  const known = await desk.ring("+61491570162");

  expect((await desk.call(unknown.id)).caller).toMatchObject({
    number: "+61491570737",
    numberDisplay: "0491 570 737",
    name: null,
    earlierCalls: 0,
    warning: null,
  });
  expect(await desk.call(known.id)).toMatchObject({
    desk: { status: "waiting" },
    caller: {
      name: "Kim Ng",
      numberDisplay: "0491 570 162",
      location: "Ryde",
      flags: [{ name: "label" }],
      earlierCalls: 1,
      warning: null,
    },
  });
  expect((await desk.call(hidden.id)).caller).toMatchObject({
    id: null,
    number: null,
    numberDisplay: "Private",
  });
});

test("[CA15] [QU12] [AC33] one call is rejected, and a dry run rejects no call", async () => {
  const { id, sid } = await desk.ring("+61491570006");

  const words = "All our lines are busy. Please try again later.";
  const announced = [{ words, sound: "/sounds/lines-busy.wav" }];
  expect((await reject([id], true)).body).toEqual({ rejected: [id], spared: [], announced });
  expect(desk.service.calls.has(sid)).toBe(true);

  expect((await reject([id])).body).toEqual({ rejected: [id], spared: [] });
  await desk.pass(6_000);
  expect(desk.service.calls.has(sid)).toBe(false);
  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "rejected" });
  expect((await reject([id])).body).toEqual({
    rejected: [],
    spared: [{ call: id, reason: "gone" }],
  });
});

test("[QU21] a rejected caller hears the station's lines-busy message, or the built-in one, and is hung up", async () => {
  const { id, sid } = await desk.ring("+61491570110");
  async function message(): Promise<string> {
    const path = `/api/twilio/voice/lines-busy?call=${id}`;
    return (await desk.service.post(path, { CallSid: sid })).body;
  }
  expect(await message()).toMatch(/<Play>[^<]*\/sounds\/lines-busy\.wav<\/Play><Hangup\/>/);
  const own = "https://radio.example/busy.wav";
  await desk.db
    .insertInto("station_telephony")
    .values({ station_id: desk.station, lines_busy_url: own })
    .onConflict((known) => known.column("station_id").doUpdateSet({ lines_busy_url: own }))
    .execute();
  expect(await message()).toContain(`<Play>${own}</Play><Hangup/>`);
  // A browser may not play an external sound, so the answer has neither words nor a sound.
  expect((await reject([id], true)).body["announced"]).toEqual([{ words: null, sound: null }]);
  const busyWords = { lines_busy_url: null, lines_busy_words: "Call us after the news." };
  await desk.db.updateTable("station_telephony").set(busyWords).execute();
  expect((await reject([id], true)).body["announced"]).toEqual([
    { words: "Call us after the news.", sound: null },
  ]);
  await desk.db
    .updateTable("station_telephony")
    .set({ lines_busy_url: own, lines_busy_words: null })
    .execute();

  await reject([id]);
  await desk.pass(6_000);

  const commands = desk.service.commands.filter((command) => command.sid === sid);
  expect(commands).toEqual([
    { type: "redirect", sid, url: expect.stringContaining(`/lines-busy?call=${id}`) },
  ]);
  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "rejected" });
});

test("[QU21] the reconciliation does not interrupt the message until 30 s have passed", async () => {
  await desk.feature.monitor.tick();
  desk.clock.push(25_000);
  const { id, sid } = await desk.ring("+61491570110");
  const { deliver } = desk.service;
  desk.service.deliver = async (path, ...rest) =>
    path.includes("lines-busy") ? { status: 500, body: "" } : deliver(path, ...rest);
  await reject([id]);
  await desk.pass(6_000);

  await desk.pass(6_000);
  expect(desk.service.calls.has(sid)).toBe(true);
  expect((await desk.call(id)).desk.status).toBe("waiting");

  desk.clock.push(31_000);
  await desk.feature.monitor.tick();
  await desk.service.settle();
  expect(desk.service.calls.has(sid)).toBe(false);
  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "rejected" });
  desk.service.deliver = deliver;
});

test("[QU13] bulk reject spares calls that are pinned, on a priority line, held or with an operator, and a pinned or priority-line call is rejected alone", async () => {
  const plain = await desk.ring("+61491570006");
  const pinned = await desk.ring("+61491570110");
  await desk.db.updateTable("call").set({ pinned: true }).where("id", "=", pinned.id).execute();
  const priority = await desk.ring("+61491570158", await desk.aLine({ priority: true }));
  const held = await desk.converse(desk.people.admin, "line1", "+61491570159");
  await desk.hold(desk.people.admin, held.id, true);
  const screened = await desk.converse(desk.people.screener, "line2", "+61491570313");
  const all = [plain.id, pinned.id, priority.id, held.id, screened.id];

  expect((await reject(all)).body).toEqual({
    rejected: [plain.id],
    spared: [
      { call: pinned.id, reason: "pinned" },
      { call: priority.id, reason: "priority line" },
      { call: held.id, reason: "held" },
      { call: screened.id, reason: "with an operator" },
    ],
  });
  for (const one of [pinned.id, priority.id]) {
    expect((await reject([one])).body).toMatchObject({ rejected: [one] });
  }
});

test("[QU13] protected calls are rejected if `named` lists them, or if the request has one call and no `named`", async () => {
  const [first, second] = [await desk.ring("+61491570006"), await desk.ring("+61491570110")];
  const vip = await desk.ring("+61491570158", await desk.aLine({ priority: true }));
  const pinned = [first.id, second.id];
  await desk.db.updateTable("call").set({ pinned: true }).where("id", "in", pinned).execute();
  async function reject(body: { calls: string[]; named?: string[] }) {
    const params = { ...body, dryRun: true };
    const answer = await desk.post("/twilio/calls/reject_call", params, desk.people.producer);
    return answer.status === 200 ? answer.body["rejected"] : answer.status;
  }

  expect(await reject({ calls: [first.id], named: [] })).toEqual([]);
  expect(await reject({ calls: [vip.id], named: [] })).toEqual([]);
  expect(await reject({ calls: [first.id] })).toEqual([first.id]);
  expect(await reject({ calls: pinned })).toEqual([]);
  expect(await reject({ calls: [...pinned, vip.id], named: [second.id, vip.id] })).toEqual([
    second.id,
    vip.id,
  ]);
  const tooMany = Array.from({ length: 201 }, () => first.id);
  expect(await reject({ calls: [first.id], named: tooMany })).toBe(400);
});

test("[QU13] only the presenter who holds a call can reject it", async () => {
  const { presenter, producer, screener } = desk.people;
  const held = await desk.converse(presenter, "line1", "+61491570159");
  await desk.hold(presenter, held.id, true);
  function rejectBy(person: Person, dryRun = false) {
    return desk.post("/twilio/calls/reject_call", { calls: [held.id], dryRun }, person);
  }
  const spared = { rejected: [], spared: [{ call: held.id, reason: "with an operator" }] };

  for (const person of [screener, producer]) {
    expect((await rejectBy(person, true)).body).toEqual(spared);
    expect((await rejectBy(person)).body).toEqual(spared);
  }
  expect((await desk.call(held.id)).desk.status).toBe("held");

  expect((await rejectBy(presenter)).body).toMatchObject({ rejected: [held.id] });
  await desk.service.settle();
});

test("[QU10] the point that a screener enters reaches every seat", async () => {
  const { id } = await desk.ring("+61491570006");
  const body = { call: id, description: "Wants a bus lane" };

  const answer = await desk.post("/twilio/calls/description", body, desk.people.screener);

  expect(answer.body["call"]).toMatchObject({ id, description: "Wants a bus lane" });
  expect((await desk.events()).at(-1)).toMatchObject({
    type: "call.changed",
    call: { id, description: "Wants a bus lane" },
  });
});

test("[CA25] quality samples of a call are kept with their senders", async () => {
  const { id } = await desk.converse(desk.people.presenter, "line2", "+61491570006");
  const samples = [{ mos: 4.3, jitter: 2, rtt: 40, packetsLostFraction: 0 }];

  const answer = await desk.post(`/twilio/calls/${id}/quality`, { samples }, desk.people.presenter);

  expect(answer).toMatchObject({ status: 200, body: {} });
  const stored = await desk.db.selectFrom("call_quality").select(["user_id", "samples"]).execute();
  expect(stored).toEqual([{ user_id: desk.people.presenter.id, samples }]);
});

test("[CA25] only people with a line in the call report its quality, at most 60 times in a row", async () => {
  const { presenter, screener } = desk.people;
  const { id } = await desk.converse(presenter, "line2", "+61491570171");
  const samples = [{ mos: 4.3, jitter: 2, rtt: 40, packetsLostFraction: 0 }];
  const send = async (person: Person) =>
    (await desk.post(`/twilio/calls/${id}/quality`, { samples }, person)).body["error"];

  expect(await send(screener)).toMatchObject({ code: "call_state" });
  const answers: unknown[] = [];
  for (let sent = 0; sent < 61; sent += 1) {
    answers.push(await send(presenter));
  }
  expect(answers.slice(0, 60)).toEqual(Array(60).fill(undefined));
  expect(answers[60]).toMatchObject({ code: "rate_limited" });
});

test("[CA25] [VD51] the report at the end of a leg is stored whole, and the past call has the last report", async () => {
  const { id, sid } = await desk.converse(desk.people.presenter, "line2", "+61491570158");
  const early = { ...aQualityReport, edge: "sydney" };

  for (const report of [early, aQualityReport]) {
    const body = { samples: [], report };
    expect(
      await desk.post(`/twilio/calls/${id}/quality`, body, desk.people.presenter),
    ).toMatchObject({ status: 200 });
  }
  await desk.service.drop(sid);

  const query = `number=${encodeURIComponent("+61491570158")}`;
  const history = await desk.get(
    `/station/${desk.station}/caller/history?${query}`,
    desk.people.screener,
  );
  const items = history.body["items"] as { id: string }[];
  expect(items.find((one) => one.id === id)).toMatchObject({ quality: aQualityReport });
  const { stats: _left, ...partial } = aQualityReport;
  const refused = await desk.post(
    `/twilio/calls/${id}/quality`,
    { samples: [], report: partial },
    desk.people.presenter,
  );
  expect(refused.status).toBe(400);
  expect((refused.body["error"] as { fields: object }).fields).toHaveProperty(["report.stats"]);
});

test("[QU62] [ST40] a person with two stations has the role of each, and cannot follow a third station", async () => {
  const ann = await aPerson(desk.db, "Ann");
  const elsewhere = await aStation(desk.db, [[ann, "producer"]]);
  const foreign = await aStation(desk.db);
  const member = { user_id: ann.id, station_id: desk.station, role: "screener" as const };
  await desk.db.insertInto("membership").values(member).execute();
  const here = [await desk.ring("+61491570156"), await desk.ring("+61491570157")];
  const line = await desk.aLine({ station_id: elsewhere });
  const there = [await desk.ring("+61491570158", line), await desk.ring("+61491570159", line)];
  function rejectAll(calls: { id: string }[]): Promise<Answer> {
    const body = { calls: calls.map(({ id }) => id), dryRun: true };
    return desk.post("/twilio/calls/reject_call", body, ann);
  }
  function subscribe(station: string): Promise<Answer> {
    return desk.post("/twilio/calls/call_subscription", { station }, ann);
  }

  expect((await rejectAll(here)).status).toBe(403);
  expect((await rejectAll(there)).status).toBe(200);
  expect((await rejectAll([here[0], there[0]].flatMap((call) => call ?? []))).status).not.toBe(200);
  const open = { station: desk.station, open: true };
  expect((await desk.post("/station/line_open", open, ann)).status).toBe(403);
  const their = { station: elsewhere, open: true };
  expect((await desk.post("/station/line_open", their, ann)).status).toBe(200);
  for (const [station, calls] of [
    [desk.station, here],
    [elsewhere, there],
  ] as const) {
    const { status, body } = await subscribe(station);
    expect(status).toBe(200);
    expect(body["channel"]).toBe(`private-station-${station}`);
    expect(JSON.stringify(body["calls"])).toContain(calls[0]?.id);
  }
  expect((await subscribe(foreign)).status).toBe(403);
  for (const { sid } of [...here, ...there]) {
    await desk.service.drop(sid);
  }
});

test("[RT27] the queue answers 304 to a client that has the station's last event", async () => {
  const { owner } = desk.people;
  const path = `/twilio/calls/call_queue?station=${desk.station}`;
  const { seq } = (await desk.get(path, owner)).body as { seq: number };

  const same = await desk.get(`${path}&since=${seq}`, owner);
  expect([same.status, same.body]).toEqual([304, {}]);
  expect((await desk.get(`${path}&since=${seq - 1}`, owner)).body).toMatchObject({ seq });
  expect((await desk.get(`${path}&since=0`, desk.people.outsider)).status).toBe(403);
});
