import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";

import { dialledNumber as number, OutboundDesk } from "../support/outbound-desk.ts";
import type { Person } from "../support/people.ts";
import { notPickUp, pickUp } from "../support/scripted-dialling.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

const dialling = await OutboundDesk.open();
const { desk } = dialling;
afterEach(() => dialling.clear());
test("[OB1] [CA4] a plain outbound call is on its line while it rings, and has a claim for the line", async () => {
  const { owner } = desk.people;

  const { status, call, claim } = await dialling.dial(owner);

  expect(status).toBe(200);
  expect(claim).toMatchObject({ line: "line1" });
  expect(call).toMatchObject({
    direction: "outbound",
    callState: "ringing",
    desk: { status: "screening", holder: { user: owner.id, line: "line1" } },
    caller: { number, numberDisplay: "0491 570 156" },
    answeredAt: null,
    dial: { limitS: 14_400, endsAt: null },
  });
  expect((await desk.events()).at(-1)).toMatchObject({ type: "call.arrived" });
});

test("[OB3] [OB4] [OB10] the number is dialled when the operator is in the room, with the station's number and time limit", async () => {
  const { owner } = desk.people;
  await dialling.setMaxDial(900);
  const { call, claim } = await dialling.dial(owner, "0491 570 156", { from: "+61299999999" });
  expect(dialling.dialledLegs()).toEqual([]);

  await desk.service.connect(owner.id, claim.id);
  await desk.service.settle();

  const [sid = ""] = dialling.dialledLegs();
  expect(desk.service.dialled.get(sid)).toMatchObject({
    To: number,
    From: desk.line,
    TimeLimit: "900",
    EarlyMedia: "true",
    Muted: "false",
    Room: `call:${call.id}`,
  });
  expect(await desk.call(call.id)).toMatchObject({ callState: "ringing", answeredAt: null });

  await pickUp(desk.service, sid);
  const connected = await desk.call(call.id);
  expect(connected).toMatchObject({ callState: "in_progress", desk: { status: "screening" } });
  const lasts = Date.parse(connected.dial?.endsAt ?? "") - Date.parse(connected.answeredAt ?? "");
  expect(lasts).toBe(900_000);
  await dialling.setMaxDial(14_400);
});

test("[CT32] the digits of an extension are sent after the answer, before the person joins the room", async () => {
  const { owner } = desk.people;

  const { id, sid } = await dialling.ringOut(owner, "02 5550 0190 x101");

  const dialled = desk.service.dialled.get(sid);
  expect(dialled).toMatchObject({ To: "+61255500190", From: desk.line });
  expect(dialled?.["Twiml"]).toMatch(
    new RegExp(
      `<Play digits="wwww101"/><Dial><Conference[^>]*participantLabel="dialled"[^>]*>call:${id}<`,
    ),
  );
  expect(await desk.call(id)).toMatchObject({ caller: { number: "+61255500190" } });
});

test("[CW20] a dialled person is compared with the station's live programme, if there is one", async () => {
  const { owner } = desk.people;
  await dialling.setProgramme("https://radio.example/live");
  const { sid } = await dialling.ringOut(owner);
  expect(desk.service.dialled.get(sid)).toMatchObject({
    ProgrammeUrl: "https://radio.example/live",
  });
  await notPickUp(desk.service, sid, { status: "busy", sipCode: "486" });

  await dialling.setProgramme(null);
  const { sid: other } = await dialling.ringOut(owner);
  expect(desk.service.dialled.get(other)).not.toHaveProperty("ProgrammeUrl");
});

test.each([
  ["busy", "486", "busy"],
  ["busy", "603", "declined"],
  ["no-answer", "487", "no_answer"],
  ["failed", "404", "not_found"],
  ["failed", "503", "failed"],
])(
  "[OB8] %s with %s ends the call as %s, in the history too, and frees the line",
  async (status, sipCode, reason) => {
    const { owner } = desk.people;
    const { id, leg, sid } = await dialling.ringOut(owner);

    await notPickUp(desk.service, sid, { status, sipCode });

    expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason });
    expect(dialling.commandsOf(leg)).toContain("end");
    const path = `/station/${desk.station}/caller/history?number=${encodeURIComponent(number)}`;
    const { body } = await desk.get(path, owner);
    expect((body["items"] as unknown[])[0]).toMatchObject({
      id,
      direction: "outbound",
      reason,
      durationS: 0,
      answeredBy: null,
    });
  },
);

test("[OB5] [OB6] a number that the rules refuse is not dialled, and the reason is returned", async () => {
  const { screener } = desk.people;
  for (const [to, code, status] of [
    ["000", "bad_request", 400],
    ["1902 123 456", "forbidden", 403],
    ["+870 773 111 632", "forbidden", 403],
    ["nobody", "bad_request", 400],
  ] as const) {
    const { error, ...answer } = await dialling.dial(screener, to);

    expect([answer.status, error?.code]).toEqual([status, code]);
    expect(error).toMatchObject({
      fields: { to: { reason: error?.reason, message: error?.message } },
    });
  }
  expect(dialling.dialledLegs()).toEqual([]);
});

test("[OB15] [DS21] a person who answers at the moment of the hang-up is hung up", async () => {
  const { owner } = desk.people;
  const { id, sid } = await dialling.ringOut(owner);
  async function untilWaiting(count: number): Promise<void> {
    const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(desk.db)).rows.length).toBe(count);
  }
  desk.service.dialled.delete(sid);
  let [answering, ending] = [Promise.resolve(), desk.call(id) as Promise<unknown>];
  await desk.db.transaction().execute(async (trx) => {
    await trx.selectFrom("call").select("id").where("id", "=", id).forUpdate().execute();
    answering = desk.service.join(`call:${id}`, sid);
    await untilWaiting(1);
    ending = desk.handle(owner, id, "hang_up");
    await untilWaiting(2);
  });
  await Promise.all([answering, ending]);
  await desk.service.settle();

  expect(await desk.call(id)).toMatchObject({
    callState: "in_progress",
    leaving: { reason: "operator_hung_up" },
  });
  await desk.pass(5_000);
  expect((await desk.call(id)).desk).toMatchObject({ reason: "operator_hung_up" });
});

test("[OB9] [OB20] [DS15] the error names the limit that the person or station has reached, and Next then takes a caller who need not be dialled", async () => {
  await using busy = await TelephoneDesk.open({
    DIAL_PERSON_CALLS_PER_MINUTE: "3",
    DIAL_STATION_CALLS_PER_MINUTE: "4",
  });
  const { owner, screener } = busy.people;
  async function dialThere(person: Person) {
    const body = { station: busy.station, to: number, line: "line1" };
    const { status, body: answer } = await busy.post(
      "/twilio/calls/outbound_conference",
      body,
      person,
    );
    return { status, ...(answer["error"] as { code?: string; message?: string } | undefined) };
  }
  for (let calls = 0; calls < 3; calls += 1) {
    expect(await dialThere(owner)).toEqual({ status: 200 });
  }

  const tooMany = await dialThere(owner);
  expect(tooMany).toMatchObject({ status: 429, code: "rate_limited" });
  expect(tooMany.message).toMatch(/^You have placed 3 calls within a minute/);

  busy.present.delete(screener.id);
  const leaving = await busy.ring(number);
  await busy.post("/twilio/calls/call_back", { call: leaving.id }, owner);
  const waiting = await busy.ring("+61491570157");
  const next = { action: "take_next", station: busy.station, line: "line2" };
  expect(await busy.act(owner, next)).toMatchObject({ status: 200, call: { id: waiting.id } });
  expect((await busy.act(owner, next)).error?.message).toBe(tooMany.message);

  expect((await dialThere(screener)).status).toBe(200);
  expect((await dialThere(screener)).message).toMatch(/^The station has placed 4 calls/);

  busy.clock.push(61_000);
  expect((await dialThere(owner)).status).toBe(200);
});

test("[OB15] a hang-up or a lost browser stops the ringing immediately", async () => {
  const { owner } = desk.people;
  const first = await dialling.ringOut(owner);

  const ended = await desk.handle(owner, first.id, "hang_up");
  await desk.service.settle();

  expect(ended.call.desk).toMatchObject({ status: "ended", reason: "operator_hung_up" });
  expect([dialling.commandsOf(first.sid), dialling.commandsOf(first.leg)]).toEqual([
    ["dial", "end"],
    ["end"],
  ]);

  const second = await dialling.ringOut(owner);
  await desk.service.drop(second.leg);
  await desk.service.settle();
  expect((await desk.call(second.id)).desk).toMatchObject({ status: "ended" });
  expect(dialling.commandsOf(second.sid)).toEqual(["dial", "end"]);
});

test("[OB15] another call on the line stops the ringing on it", async () => {
  const { owner } = desk.people;
  const { id, sid } = await dialling.ringOut(owner);
  const waiting = await desk.ring();

  await desk.take(owner, waiting.id);
  await desk.service.settle();

  expect((await desk.call(id)).desk).toMatchObject({ status: "ended" });
  expect(dialling.commandsOf(sid)).toEqual(["dial", "end"]);
  expect((await desk.call(waiting.id)).desk).toMatchObject({ status: "screening" });
});

test("[DS8] [OB12] dialling on a line with a call holds that call", async () => {
  const { owner } = desk.people;
  const carried = await desk.converse(owner);

  const { id, sid } = await dialling.ringOut(owner);
  await pickUp(desk.service, sid);

  expect((await desk.call(carried.id)).desk).toMatchObject({ status: "held", unattended: false });
  expect((await desk.call(id)).desk).toMatchObject({ status: "screening" });
});

test("an outbound call whose claim expires ends as failed without ringing", async () => {
  const { owner } = desk.people;
  const { call } = await dialling.dial(owner);

  desk.clock.push(16_000);
  await desk.feature.monitor.tick();

  expect((await desk.call(call.id)).desk).toMatchObject({ status: "ended", reason: "failed" });
  expect(dialling.dialledLegs()).toEqual([]);
});

test("[OB8] a call that the exchange refuses to dial ends as failed", async () => {
  const { owner } = desk.people;
  desk.service.dialAnswer = { status: 400, body: { code: 21215, message: "no", status: 400 } };

  const { call, claim } = await dialling.dial(owner);
  const { sid: leg } = await desk.service.connect(owner.id, claim.id);
  await desk.service.settle();

  expect((await desk.call(call.id)).desk).toMatchObject({ status: "ended", reason: "failed" });
  expect(dialling.commandsOf(leg)).toContain("end");
});
