import { afterEach, expect, test } from "vitest";

import { dialledNumber as number, OutboundDesk } from "../support/outbound-desk.ts";
import { pickUp } from "../support/scripted-dialling.ts";

const dialling = await OutboundDesk.open();
const { desk } = dialling;
afterEach(() => dialling.clear());
test("[OB14] on a line that feeds the air the number rings unheard, and the person waits until the operator resumes", async () => {
  const { screener, presenter } = desk.people;
  await desk.feedAir("line1");
  const feeds = desk.db.deleteFrom("station_line_feed");
  expect(await dialling.dial(screener)).toMatchObject({
    status: 403,
    error: { code: "forbidden" },
  });

  const { id, sid } = await dialling.ringOut(presenter);
  expect(desk.service.dialled.get(sid)).toMatchObject({ EarlyMedia: "false", Muted: "true" });
  expect((await desk.call(id)).desk).toMatchObject({ status: "screening" });

  await pickUp(desk.service, sid);
  expect(dialling.commandsOf(sid)).toEqual(["dial", "hold"]);
  expect((await desk.call(id)).desk).toMatchObject({ status: "held", unattended: false });

  await desk.hold(presenter, id, false);
  await desk.service.settle();
  expect((await desk.call(id)).desk).toMatchObject({ status: "on_air" });
  await feeds.execute();
});

test("[OB10] [OB17] a call that reaches its limit ends as time_limit", async () => {
  const { owner } = desk.people;
  await dialling.setMaxDial(60);
  const { id, sid } = await dialling.ringOut(owner);
  await pickUp(desk.service, sid);

  desk.clock.push(60_000);
  await desk.service.drop(sid);
  await desk.service.settle();

  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "time_limit" });
  await dialling.setMaxDial(14_400);
});

test("[OB17] only a person with the permission desk gives a dialled call ten minutes more", async () => {
  const { screener, producer, outsider } = desk.people;
  const { id, sid } = await dialling.ringOut(screener);
  const path = `/twilio/calls/${id}/extend`;
  expect((await desk.post(path, {}, producer)).status).toBe(409);
  await pickUp(desk.service, sid);

  expect((await desk.post(path, {})).status).toBe(401);
  expect((await desk.post(path, {}, screener)).status).toBe(403);
  expect((await desk.post(path, {}, outsider)).status).toBe(404);
  const { status, body } = await desk.post(path, {}, producer);

  expect(status).toBe(200);
  expect(body["call"]).toMatchObject({ dial: { limitS: 15_000 } });
  expect(desk.service.commands.at(-1)).toMatchObject({ type: "time_limit", sid, seconds: 15_000 });
});

test("[OB3] a leg whose first event is its join belongs to the call", async () => {
  const { owner } = desk.people;
  const { id, sid } = await dialling.ringOut(owner);
  // Another server may process the join before this server's command returns.
  await desk.db.updateTable("call").set({ call_sid: null }).where("id", "=", id).execute();
  await desk.db.deleteFrom("call_leg").where("sid", "=", sid).execute();

  await desk.service.join(`call:${id}`, sid);
  await desk.service.settle();

  expect(await desk.call(id)).toMatchObject({ callState: "in_progress" });
});

test("[CA21] reconciliation finds an answer that no webhook reported", async () => {
  const { owner } = desk.people;
  const { id, sid } = await dialling.ringOut(owner);
  desk.service.isSilent = true;
  desk.service.calls.set(sid, {
    sid,
    to: number,
    from: desk.line,
    status: "in-progress",
    direction: "outbound-api",
  });
  await desk.service.join(`call:${id}`, sid);
  expect(await desk.call(id)).toMatchObject({ callState: "ringing" });

  desk.clock.push(31_000);
  await desk.feature.monitor.tick();

  expect(await desk.call(id)).toMatchObject({ callState: "in_progress" });
});

test("[AP31] the format, kind, caller and refusal of a number are returned before it is dialled", async () => {
  const { screener, outsider } = desk.people;
  const path = `/station/${desk.station}/dial`;
  expect((await desk.get(path)).status).toBe(401);
  expect((await desk.get(path, outsider)).status).toBe(403);
  expect((await desk.get(`${path}?to=${"1".repeat(41)}`, screener)).status).toBe(400);

  const empty = await desk.get(path, screener);
  expect(empty.body).toMatchObject({ from: { number: desk.line }, maxDialS: 14_400, to: null });

  await desk.ring(number);
  const known = await desk.get(`${path}?to=0491570156`, screener);
  expect(known.body["to"]).toMatchObject({
    number,
    numberDisplay: "0491 570 156",
    kind: "mobile",
    country: "AU",
    refused: null,
  });
  const refused = await desk.get(`${path}?to=000`, screener);
  expect(refused.body["to"]).toMatchObject({
    number: null,
    refused: { reason: "emergency_not_dialled" },
  });
});

test("[DS30] after a crash the number for a waiting operator is dialled exactly once", async () => {
  const { owner } = desk.people;
  async function forget(id: string, sid: string) {
    await desk.db.updateTable("call").set({ call_sid: null }).where("id", "=", id).execute();
    await desk.db.deleteFrom("call_leg").where("sid", "=", sid).execute();
  }
  const { id, sid } = await dialling.ringOut(owner);
  await forget(id, sid);
  desk.service.calls.delete(sid);
  desk.service.dialled.delete(sid);

  await desk.restart();
  expect(dialling.dialledLegs()).toEqual([]);
  await desk.pass(31_000);

  const [again = ""] = dialling.dialledLegs();
  expect(desk.service.dialled.get(again)).toMatchObject({ To: number, Room: `call:${id}` });
  await forget(id, again);
  await desk.pass(31_000);

  expect(dialling.dialledLegs()).toEqual([again]);
  await pickUp(desk.service, again);
  expect(await desk.call(id)).toMatchObject({
    callState: "in_progress",
    desk: { status: "screening", holder: { user: owner.id } },
  });
});
