import { afterEach, expect, onTestFinished, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { OutboundDesk } from "../support/outbound-desk.ts";
import type { Person } from "../support/people.ts";
import { notPickUp, pickUp } from "../support/scripted-dialling.ts";

const dialling = await OutboundDesk.open();
const { desk } = dialling;
afterEach(() => dialling.clear());
const [first, second, third] = ["+61491570156", "+61491570157", "+61491570158"] as const;

async function callBack(person: Person, call: string) {
  const { status, body } = await desk.post("/twilio/calls/call_back", { call }, person);
  await desk.service.settle();
  return { status, call: body["call"] as Call, error: body["error"] as { message: string } };
}

async function queueOrder(): Promise<string[]> {
  const path = `/twilio/calls/call_queue?station=${desk.station}`;
  const { body } = await desk.get(path, desk.people.owner);
  return (body["calls"] as Call[]).map(({ id }) => id);
}

async function leaveTelephone(sid: string): Promise<void> {
  await desk.service.drop(sid);
  await desk.service.settle();
}

/**
 * Accepts on line 1 a caller who waits for a call back. Returns the operator's leg and `sid`, the
 * caller's leg, which still rings.
 */
async function takeAndRing(person: Person, id: string) {
  const leg = await desk.take(person, id);
  return { leg, sid: dialling.dialledLegs().at(-1) ?? "" };
}

test("[OB18] a caller who is released for a call back hears an announcement, and keeps place and point", async () => {
  const { screener } = desk.people;
  const early = await desk.ring(first);
  const leaving = await desk.ring(second);
  const late = await desk.ring(third);
  await desk.post(
    "/twilio/calls/description",
    { call: leaving.id, description: "Rates" },
    screener,
  );

  const { status, call } = await callBack(screener, leaving.id);
  expect(status).toBe(200);
  expect(call).toMatchObject({ desk: { status: "waiting" }, callBack: { tries: 0 } });
  const command = desk.service.commands.findLast(({ sid }) => sid === leaving.sid);
  expect(command).toMatchObject({
    type: "redirect",
    url: expect.stringContaining("call-back?call="),
  });
  const { pathname, search } = new URL(command?.url ?? "");
  const announcement = await desk.service.post(`${pathname}${search}`, { CallSid: leaving.sid });
  expect(announcement.body).toMatch(/<Say language="en-AU">.*call you back.*<Hangup\/>/);

  await leaveTelephone(leaving.sid);

  expect(await queueOrder()).toEqual([early.id, leaving.id, late.id]);
  const waiting = await desk.call(leaving.id);
  expect(waiting).toMatchObject({ description: "Rates", callBack: { tries: 0 }, endedAt: null });
  desk.clock.push(31_000);
  await desk.feature.monitor.tick();
  expect(await queueOrder()).toEqual([early.id, leaving.id, late.id]);
});

test("[OB20] [CW20] accepting a caller who waits for a call back dials the caller and compares the sound with the programme, and an unanswered attempt is counted and keeps the place", async () => {
  const { owner, screener } = desk.people;
  const leaving = await desk.ring(first);
  const late = await desk.ring(second);
  await callBack(owner, leaving.id);
  await leaveTelephone(leaving.sid);
  const ProgrammeUrl = "https://radio.example/live";
  await dialling.setProgramme(ProgrammeUrl);

  const { leg, sid } = await takeAndRing(screener, leaving.id);
  await dialling.setProgramme(null);
  expect(desk.service.dialled.get(sid)).toMatchObject({
    To: first,
    From: desk.line,
    ProgrammeUrl,
  });
  expect(await desk.call(leaving.id)).toMatchObject({
    callState: "ringing",
    answeredAt: null,
    desk: { status: "screening", holder: { user: screener.id } },
  });

  await notPickUp(desk.service, sid, { status: "no-answer", sipCode: "487" });
  expect(await desk.call(leaving.id)).toMatchObject({
    desk: { status: "waiting" },
    callBack: { tries: 1 },
  });
  expect(await queueOrder()).toEqual([leaving.id, late.id]);
  expect(dialling.commandsOf(leg)).toContain("end");

  const again = await takeAndRing(owner, leaving.id);
  await pickUp(desk.service, again.sid);
  const connected = await desk.call(leaving.id);
  expect(connected).toMatchObject({
    callState: "in_progress",
    callBack: null,
    desk: { status: "screening", holder: { user: owner.id } },
  });
  expect(connected.dial?.endsAt).not.toBeNull();

  await desk.service.drop(again.sid);
  await desk.service.settle();
  expect((await desk.call(leaving.id)).desk).toMatchObject({ reason: "caller_hung_up" });
});

test("[OB20] Next calls the first caller, even while this caller hears the announcement", async () => {
  const { owner, screener } = desk.people;
  // No screener is at a seat, so Next also takes waiting callers.
  desk.present.delete(screener.id);
  onTestFinished(() => void desk.present.add(screener.id));
  const run = desk.service.run.bind(desk.service);
  onTestFinished(() => void (desk.service.run = run));
  desk.service.run = async (sid) => void desk.service.queued.delete(sid);
  const leaving = await desk.ring(first);
  await desk.ring(second);
  await callBack(owner, leaving.id);

  const body = { action: "take_next", station: desk.station, line: "line1" };
  const { body: taken } = await desk.post("/twilio/calls/handle_call", body, owner);
  const { call, claim } = taken as unknown as { call: Call; claim: { id: string } };
  expect(call.id).toBe(leaving.id);
  await desk.service.connect(owner.id, claim.id);
  await desk.service.settle();

  expect(dialling.commandsOf(leaving.sid)).toEqual(["redirect", "end"]);
  const [sid = ""] = dialling.dialledLegs();
  // The end of the first leg arrives late and does not belong to the current leg.
  const late = { CallSid: leaving.sid, CallStatus: "completed", SequenceNumber: "7" };
  await desk.service.post("/api/twilio/voice/status", late);
  expect(await desk.call(leaving.id)).toMatchObject({ desk: { status: "screening" } });
  await pickUp(desk.service, sid);
  expect(await desk.call(leaving.id)).toMatchObject({ callState: "in_progress" });
});

test("[OB20] a call back that is answered too late is hung up, and the caller keeps the place", async () => {
  const { owner, screener } = desk.people;
  const leaving = await desk.ring(first);
  await callBack(owner, leaving.id);
  await leaveTelephone(leaving.sid);
  const { leg, sid } = await takeAndRing(screener, leaving.id);
  const ringing = desk.service.calls.get(sid);
  if (ringing === undefined) {
    throw new Error("nobody rings");
  }
  await desk.service.drop(leg);
  await desk.service.settle();
  expect(await desk.call(leaving.id)).toMatchObject({ desk: { status: "waiting" } });
  // The server's command was still in progress when the party picked up.
  desk.service.calls.set(sid, ringing);

  await pickUp(desk.service, sid);

  expect(await desk.call(leaving.id)).toMatchObject({
    desk: { status: "waiting" },
    callBack: { since: expect.any(String) },
  });
  expect(dialling.commandsOf(sid).at(-1)).toBe("end");
  const again = await takeAndRing(owner, leaving.id);
  await pickUp(desk.service, again.sid);
  expect(await desk.call(leaving.id)).toMatchObject({ callState: "in_progress", callBack: null });
});

test("[OB20] [OB15] [OB17] a screened caller is called back like any other, and the call's time counts from the answer", async () => {
  const { owner, producer, screener } = desk.people;
  const { id } = await desk.converse(screener, "line1", first);
  await desk.handle(screener, id, "verify");
  await desk.service.settle();
  const screened = await desk.call(id);
  expect(screened.desk.status).toBe("ready");
  await callBack(owner, id);

  const { sid } = await takeAndRing(owner, id);
  expect(await desk.call(id)).toMatchObject({
    callState: "ringing",
    desk: { status: "screening" },
    dial: { endsAt: null },
  });
  const other = await desk.converse(owner, "line2", second);
  const swapped = await desk.handle(owner, id, "swap");
  expect(swapped.error?.message).toMatch(/^You can only swap when each/);
  await desk.service.drop(other.sid);
  const { error } = await desk.handle(producer, id, "take_over");
  expect(error?.message).toBe("Alice has this call.");
  for (const refused of [
    await desk.hold(owner, id, true),
    await desk.act(owner, { call: id, action: "move", line: "line2" }),
    await desk.act(owner, { call: id, action: "move", to: screener.id }),
  ]) {
    expect(refused.error?.message).toBe("The called number is still ringing. Wait for an answer.");
  }
  await notPickUp(desk.service, sid, { status: "no-answer", sipCode: "487" });
  expect(await desk.call(id)).toMatchObject({ desk: { status: "ready" }, callBack: { tries: 1 } });

  const again = await takeAndRing(owner, id);
  await desk.handle(owner, id, "verify");
  await pickUp(desk.service, again.sid);
  const connected = await desk.call(id);
  expect(connected).toMatchObject({
    callState: "in_progress",
    callBack: null,
    desk: { status: "screening", holder: { user: owner.id } },
  });
  expect(Date.parse(connected.answeredAt ?? "")).toBeGreaterThan(
    Date.parse(screened.answeredAt ?? ""),
  );
  const lasts = Date.parse(connected.dial?.endsAt ?? "") - Date.parse(connected.answeredAt ?? "");
  expect(lasts).toBe((connected.dial?.limitS ?? 0) * 1_000);
});

test("[OB20] a cancelled call back keeps the place and counts no try, and a rejection ends the call", async () => {
  const { owner } = desk.people;
  const leaving = await desk.ring(first);
  await callBack(owner, leaving.id);
  await leaveTelephone(leaving.sid);

  const { sid } = await takeAndRing(owner, leaving.id);
  const { call } = await desk.handle(owner, leaving.id, "hang_up");
  await desk.service.settle();
  expect(call).toMatchObject({ desk: { status: "waiting" }, callBack: { tries: 0 } });
  expect(dialling.commandsOf(sid)).toEqual(["dial", "end"]);

  const lost = await takeAndRing(owner, leaving.id);
  await desk.service.drop(lost.leg);
  await desk.service.settle();
  expect(await desk.call(leaving.id)).toMatchObject({ desk: { status: "waiting" } });

  await desk.post("/twilio/calls/reject_call", { calls: [leaving.id] }, owner);
  await desk.pass(6_000);
  expect((await desk.call(leaving.id)).desk).toMatchObject({ reason: "rejected" });
});

test("[OB18] only a waiting caller with a number that may be dialled can be released for a call back", async () => {
  const { owner, screener, outsider } = desk.people;
  const path = "/twilio/calls/call_back";
  const hidden = await desk.ring("anonymous");
  const abroad = await desk.ring("+442079460018");
  const taken = await desk.ring(first);
  await desk.handle(screener, taken.id, "accept");
  const connected = await desk.converse(owner, "line1", second);

  expect((await desk.post(path, { call: hidden.id })).status).toBe(401);
  expect((await callBack(outsider, hidden.id)).status).toBe(404);
  expect((await callBack(owner, hidden.id)).error.message).toMatch(/withheld/);
  expect(await callBack(owner, abroad.id)).toMatchObject({ status: 403 });
  expect((await callBack(owner, taken.id)).error.message).toBe("Bob has this call.");
  expect((await callBack(owner, connected.id)).error.message).toMatch(/^Only a waiting caller/);
  expect((await desk.post(path, { call: "x" }, owner)).status).toBe(400);
});

function setDigit(digit: string | null, person = desk.people.admin) {
  return desk.post("/station/call_back_digit", { station: desk.station, digit }, person);
}

function webhook(name: string, id: string, params: Record<string, string>) {
  return desk.service.post(`/api/twilio/voice/${name}?call=${id}`, params);
}

test("[OB40] an admin sets the digit for a call back, by default none, and every member reads it", async () => {
  const read = async () =>
    (await desk.get(`/station/${desk.station}`, desk.people.screener)).body["callBackDigit"];
  expect(await read()).toBeNull();

  expect((await setDigit("7", desk.people.producer)).status).toBe(403);
  expect((await setDigit("7", desk.people.outsider)).status).toBe(403);
  expect((await setDigit("77")).status).toBe(400);
  expect((await setDigit("A")).status).toBe(400);
  expect((await setDigit("#")).body).toEqual({ callBackDigit: "#" });
  expect(await read()).toBe("#");
  expect((await setDigit(null)).body).toEqual({ callBackDigit: null });
  const audited = await desk.audited("station.call_back_digit_set", "user_id");
  expect(audited).toEqual(Array(2).fill({ user_id: desk.people.admin.id }));
});

test("[OB42] the wait begins with the announcement of the digit, except for callers who cannot be called and callers on hold", async () => {
  const { id, sid } = await desk.ring(first);
  const withheld = await desk.ring("anonymous");
  const abroad = await desk.ring("+881612345678");
  const documentOf = async (name: string, call: typeof withheld) =>
    (await webhook(name, call.id, { CallSid: call.sid })).body;
  expect(await documentOf("wait", { id, sid })).not.toContain("Gather");

  await setDigit("*");
  const offered = await documentOf("wait", { id, sid });
  expect(offered).toMatch(
    /<Gather [^>]*numDigits="1"[^>]*finishOnKey=""[^>]*><Say [^>]*>[^<]*press star/,
  );
  expect(offered).toContain('<Play loop="0">');
  expect(await documentOf("hold", { id, sid })).not.toContain("Gather");
  expect(await documentOf("wait", withheld)).not.toContain("Gather");
  expect(await documentOf("wait", abroad)).not.toContain("Gather");
  await setDigit(null);
});

test("[OB42] the digit releases the caller and keeps the place, and another digit or a late digit changes nothing", async () => {
  await setDigit("7");
  const { id, sid } = await desk.ring(first);
  const press = (Digits: string) => webhook("wait-digit", id, { CallSid: sid, Digits });

  const other = await press("5");
  expect(other.body).toMatch(/<Gather [^>]*><Play/);
  expect((await desk.call(id)).callBack).toBeNull();
  const { claim } = await desk.handle(desk.people.owner, id, "accept");
  expect(claim).not.toBeNull();
  expect((await press("7")).status).toBe(200);
  expect((await desk.call(id)).callBack).toBeNull();
  await desk.pass(16_000);

  await press("7");
  await desk.service.settle();
  expect(desk.service.commands.findLast((command) => command.sid === sid)).toMatchObject({
    type: "redirect",
    url: expect.stringContaining("call-back?call="),
  });
  await leaveTelephone(sid);
  expect(await desk.call(id)).toMatchObject({
    desk: { status: "waiting" },
    callBack: { tries: 0 },
    endedAt: null,
  });
  expect(await queueOrder()).toContain(id);
  const audited = await desk.db
    .selectFrom("audit_entry")
    .select("user_id")
    .where("action", "=", "call.left_to_be_rung_back")
    .where("subject_id", "=", id)
    .execute();
  expect(audited).toEqual([{ user_id: null }]);
  await setDigit(null);
});
