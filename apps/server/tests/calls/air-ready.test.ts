import { beforeEach, expect, test } from "vitest";

import type { Claim, Conference } from "@linedesk/contract";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
const feed = { station: desk.station, line: "line2", feedsAir: true };
await desk.post("/station/line_feed", feed, desk.people.admin);

beforeEach(() => desk.endCalls());

function check(call: string, checks: object) {
  return desk.post("/twilio/calls/air_checks", { call, ...checks }, desk.people.screener);
}
function require(required: boolean, person = desk.people.admin) {
  return desk.post("/station/air_ready", { station: desk.station, required }, person);
}

test("[LN47] an admin sets whether the station requires the air-ready check, and every member reads it", async () => {
  expect((await require(true, desk.people.producer)).status).toBe(403);
  expect((await require(true)).body).toEqual({ requiresAirReady: true });
  const info = await desk.get(`/station/${desk.station}`, desk.people.screener);
  expect(info.body["requiresAirReady"]).toBe(true);
  await require(false);
});

test("[LN45] a screener sets the checks `radio off` and `agreed` separately, and each is audited and sent to every seat", async () => {
  const { id, sid } = await desk.ring();
  expect((await desk.call(id)).air).toEqual({ radioOff: false, agreed: false });

  await check(id, { radioOff: true });
  expect((await desk.call(id)).air).toEqual({ radioOff: true, agreed: false });
  await check(id, { agreed: true });
  expect((await desk.call(id)).air).toEqual({ radioOff: true, agreed: true });
  expect((await desk.events()).at(-1)).toMatchObject({
    type: "call.changed",
    call: { id, air: { radioOff: true, agreed: true } },
  });
  const audited = await desk.audited("call.air_checked", "user_id");
  expect(audited).toEqual(Array(2).fill({ user_id: desk.people.screener.id }));
  const refused = await desk.post(
    "/twilio/calls/air_checks",
    { call: id, agreed: false },
    desk.people.outsider,
  );
  expect(refused.status).toBe(404);
  await desk.service.drop(sid);
  expect((await check(id, { agreed: false })).status).toBe(410);
});

test("[LN47] [LN48] a required check refuses accept, take-over, move, resume and Next to air with the missing items, and a second press overrides it", async () => {
  const { owner } = desk.people;
  const { id } = await desk.ring("+61491570158");
  await desk.post("/caller/name", { call: id, name: "Kim Ng" }, owner);
  await require(true);
  await desk.handle(owner, id, "mark_next");
  const accept = { call: id, action: "accept", line: "line2" };
  const next = { station: desk.station, action: "take_next", line: "line2" };

  for (const body of [accept, next]) {
    expect((await desk.act(owner, body)).error).toMatchObject({
      code: "not_air_ready",
      message:
        "Kim Ng is not ready for air: nobody has confirmed that the radio is off, the caller has not agreed to go to air, no point is noted.",
    });
  }
  await check(id, { radioOff: true, agreed: true });
  expect((await desk.act(owner, next)).error?.message).toBe(
    "Kim Ng is not ready for air: no point is noted.",
  );
  const another = { ...next, evenIfNotReady: true, call: desk.station };
  expect((await desk.act(owner, another)).error).toMatchObject({ code: "not_air_ready" });
  const insisted = { ...next, evenIfNotReady: true, call: id };
  expect((await desk.act(owner, insisted)).status).toBe(200);

  const other = await desk.ring("+61491570159");
  const body = { call: other.id, action: "accept", line: "line1" };
  expect((await desk.act(desk.people.screener, body)).status).toBe(200);
  const moved = { call: other.id, action: "move", line: "line2" };
  const takenOver = { call: other.id, action: "take_over", line: "line2" };
  const { presenter } = desk.people;
  expect((await desk.act(presenter, takenOver)).error?.code).toBe("not_air_ready");
  const own = await desk.converse(presenter, "line1", "+61491570157");
  const toAir = { ...moved, call: own.id };
  expect((await desk.act(presenter, toAir)).error?.code).toBe("not_air_ready");
  await desk.hold(presenter, own.id, true);
  const resumed = { call: own.id, hold: false, line: "line2" };
  const resume = (more: object) =>
    desk.post("/twilio/calls/handle_hold", { ...resumed, ...more }, presenter);
  expect((await resume({})).body["error"]).toMatchObject({ code: "not_air_ready" });
  expect((await resume({ evenIfNotReady: true })).status).toBe(200);
  const third = await desk.ring("+61491570110");
  await check(third.id, { radioOff: true, agreed: true });
  const point = { call: third.id, description: "rates" };
  await desk.post("/twilio/calls/description", point, owner);
  const ready = { call: third.id, action: "accept", line: "line2" };
  expect((await desk.act(desk.people.presenter, ready)).status).toBe(200);
  await require(false);
});

test("[DS64] the check also applies to swap, resume and a conference, and an override is audited with the missing items", async () => {
  const { presenter } = desk.people;
  await require(true);
  const one = await desk.converse(presenter, "line1", "+61491570801");
  const two = await desk.ring("+61491570802");
  async function insist(path: string, body: object) {
    expect((await desk.post(path, body, presenter)).body["error"]).toMatchObject({
      code: "not_air_ready",
    });
    const answer = await desk.post(path, { ...body, evenIfNotReady: true }, presenter);
    expect([path, answer.status]).toEqual([path, 200]);
    await desk.service.settle();
    return answer.body;
  }
  const handle = "/twilio/calls/handle_call";
  const taken = await insist(handle, { call: two.id, action: "accept", line: "line2" });
  await desk.connect(presenter, { claim: taken["claim"] as Claim });

  await insist(handle, { call: two.id, action: "swap" });
  expect((await desk.call(one.id)).desk).toMatchObject({ status: "on_air" });
  await desk.hold(presenter, one.id, true);
  await insist("/twilio/calls/handle_hold", { call: one.id, hold: false });

  const three = await desk.ring("+61491570803");
  const started = await insist("/conference", { action: "start", calls: [one.id, three.id] });
  const { id: conference } = started["conference"] as Conference;
  const four = await desk.ring("+61491570804");
  await insist("/conference", { action: "add", conference, calls: [four.id] });
  const hold = { action: "hold", conference, calls: [four.id] };
  await desk.post("/conference", hold, presenter);
  await desk.service.settle();
  await insist("/conference", { ...hold, on: false });

  const audited = await desk.db
    .selectFrom("audit_entry")
    .select(["subject_id", "user_id", "details"])
    .where("action", "=", "call.air_check_overridden")
    .where("subject_id", "in", [one.id, two.id, three.id, four.id])
    .orderBy("at")
    .execute();
  expect(audited).toEqual(
    [two, one, one, three, four, four].map(({ id }) => ({
      subject_id: id,
      user_id: presenter.id,
      details: { lacks: ["radio_on", "not_agreed", "no_point"] },
    })),
  );
  await require(false);
});

test("[DS82] a person without the permission air cannot resume a caller on a line that feeds the air, nor in a conference there", async () => {
  const { presenter } = desk.people;
  const one = await desk.converse(presenter, "line2", "+61491570811");
  async function setRole(role: "screener" | "presenter") {
    const mine = desk.db.updateTable("membership").set({ role });
    await mine.where("user_id", "=", presenter.id).execute();
  }
  async function refuses(id: string) {
    await desk.hold(presenter, id, true);
    await setRole("screener");
    const refused = await desk.hold(presenter, id, false);
    expect([refused.status, refused.error?.code]).toEqual([403, "forbidden"]);
    expect((await desk.call(id)).desk).toMatchObject({ status: "held" });
    await setRole("presenter");
    expect((await desk.hold(presenter, id, false)).status).toBe(200);
    expect((await desk.call(id)).desk).toMatchObject({ status: "on_air" });
  }
  await refuses(one.id);

  const two = await desk.ring("+61491570812");
  await desk.post("/conference", { action: "start", calls: [one.id, two.id] }, presenter);
  await desk.service.settle();
  await refuses(two.id);
  for (const { sid } of [one, two]) {
    await desk.service.drop(sid);
  }
});

test("[CF28] a held caller is resumed privately only on a line off air, and the other conversation continues", async () => {
  const { presenter } = desk.people;
  const held = await desk.converse(presenter, "line1", "+61491570851");
  await desk.hold(presenter, held.id, true);
  const onAir = await desk.converse(presenter, "line2", "+61491570852");
  function resume(line: string) {
    const body = { call: held.id, hold: false, line, privately: true };
    return desk.post("/twilio/calls/handle_hold", body, presenter);
  }
  await desk.service.drop(held.leg);
  expect((await resume("line2")).body["error"]).toMatchObject({
    message: "Line 2 feeds the air, so a talk on it is not private.",
  });
  const { body } = await resume("line1");
  await desk.connect(presenter, { claim: body["claim"] as Claim });
  expect((await desk.call(held.id)).desk).toMatchObject({ status: "screening" });
  expect((await desk.call(onAir.id)).desk).toMatchObject({ status: "on_air" });
});

test("[CF28] a caller on hold on the line of the private talk is resumed there, unless that line feeds the air", async () => {
  const { presenter } = desk.people;
  const resumePrivately = (call: string, line: string) => {
    const body = { call, hold: false, line, privately: true };
    return desk.post("/twilio/calls/handle_hold", body, presenter);
  };
  const off = await desk.converse(presenter, "line1", "+61491570851");
  const fed = await desk.converse(presenter, "line2", "+61491570852");

  await desk.hold(presenter, fed.id, true);
  expect((await resumePrivately(fed.id, "line2")).body["error"]).toMatchObject({
    message: "Line 2 feeds the air, so a talk on it is not private.",
  });
  await desk.hold(presenter, fed.id, false);
  await desk.hold(presenter, off.id, true);
  await resumePrivately(off.id, "line1");

  expect((await desk.call(off.id)).desk).toMatchObject({ status: "screening" });
  expect((await desk.call(fed.id)).desk).toMatchObject({ status: "on_air" });
});

test("[CW20] a radio behind a caller is shown in the call at every seat and audited, and the caller's own voice on air does not count as a radio", async () => {
  const { producer } = desk.people;
  const programme = (live_programme_url: string | null) =>
    desk.db.updateTable("station_telephony").set({ live_programme_url }).execute();
  await programme("https://radio.example/live");
  const { id, sid } = await desk.converse(producer, "line1", "+61491570156");
  const join = `/api/twilio/voice/join?call=${id}`;
  expect((await desk.service.post(join, { CallSid: sid })).body).toContain(
    'programmeUrl="https://radio.example/live"',
  );
  const room = desk.service.rooms.get(`call:${id}`);
  if (room === undefined) {
    throw new Error("the caller is in no room");
  }
  const reportProgramme = (end: "start" | "stop", ProgrammeLag: string, CallSid = sid) =>
    desk.service.reportToConference(room, `participant-programme-${end}`, {
      CallSid,
      ProgrammeLag,
    });

  await reportProgramme("start", "-1200");
  await reportProgramme("start", "-1200");
  expect((await desk.call(id)).programmeAudible).toBe(true);
  expect((await desk.events()).at(-1)).toMatchObject({ call: { id, programmeAudible: true } });
  await reportProgramme("stop", "0");
  expect((await desk.call(id)).programmeAudible).toBe(false);
  const audited = await desk.db
    .selectFrom("audit_entry")
    .select("action")
    .where("subject_id", "=", id)
    .where("action", "like", "call.programme%")
    .orderBy("id")
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    "call.programme_audible",
    "call.programme_gone",
  ]);

  const onAir = await desk.converse(producer, "line2", "+61491570158");
  expect((await desk.call(onAir.id)).desk.status).toBe("on_air");
  await reportProgramme("start", "-1200", onAir.sid);
  expect((await desk.call(onAir.id)).programmeAudible).toBe(false);
  await reportProgramme("start", "1500", onAir.sid);
  expect((await desk.call(onAir.id)).programmeAudible).toBe(true);

  await programme(null);
  const other = await desk.converse(desk.people.presenter, "line1", "+61491570157");
  const document = `/api/twilio/voice/join?call=${other.id}`;
  expect((await desk.service.post(document, { CallSid: other.sid })).body).not.toContain(
    "programme",
  );
});
