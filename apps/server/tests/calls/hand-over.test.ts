import { expect, test } from "vitest";

import type { Person } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
await desk.feedAir("line2");

function isOnHold(id: string, sid: string): boolean | undefined {
  return desk.service.rooms.get(`call:${id}`)?.participants.get(sid)?.hold;
}

function membersOf(id: string): string[] {
  return [...(desk.service.rooms.get(`call:${id}`)?.participants.keys() ?? [])].toSorted();
}

async function setAutoMove(person: Person, autoMoveOnVerify: boolean): Promise<void> {
  const settings = JSON.stringify({ autoMoveOnVerify });
  await desk.db
    .insertInto("user_setting")
    .values({ user_id: person.id, settings })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ settings }))
    .execute();
}

test("[DS13] [DS32] a verified call leaves the screener's line and is ready, with music, and Next takes it immediately", async () => {
  const { screener, presenter } = desk.people;
  const { sid, id, leg } = await desk.converse(screener, "line1", "+61491570156");

  const verified = await desk.handle(screener, id, "verify");
  await desk.service.settle();

  expect(verified).toMatchObject({
    status: 200,
    claim: null,
    call: { id, desk: { status: "ready" }, marks: { verified: true } },
  });
  expect(desk.service.calls.has(leg)).toBe(false);
  expect(isOnHold(id, sid)).toBe(true);
  expect((await desk.call(id)).desk.status).toBe("ready");

  const body = { action: "take_next", station: desk.station, line: "line2" };
  const next = await desk.act(presenter, body);
  expect(next.call.id).toBe(id);
  await desk.connect(presenter, next);
  expect(isOnHold(id, sid)).toBe(false);
  expect((await desk.call(id)).desk).toMatchObject({
    status: "on_air",
    holder: { name: "Carla", line: "line2" },
  });
  await desk.service.drop(sid);
});

test("[DS13] a ready caller keeps waiting when an operator accepts and does not connect, and the next operator gets the caller", async () => {
  const { screener, presenter } = desk.people;
  const { sid, id } = await desk.converse(screener, "line1", "+61491570157");
  await desk.handle(screener, id, "verify");
  await desk.service.settle();
  await desk.handle(presenter, id, "accept");
  await desk.pass(16_000);
  expect(await desk.call(id)).toMatchObject({ claimedBy: null, desk: { status: "ready" } });

  await desk.take(presenter, id);

  expect((await desk.call(id)).desk.status).toBe("screening");
  expect(isOnHold(id, sid)).toBe(false);
  await desk.service.drop(sid);
});

test("[DS13] [DS1] without autoMoveOnVerify a call stays on the line with the mark, and unverify removes it", async () => {
  const { producer } = desk.people;
  await setAutoMove(producer, false);
  const { sid, id, leg } = await desk.converse(producer, "line1", "+61491570158");

  const verified = await desk.handle(producer, id, "verify");
  expect(verified.call).toMatchObject({
    desk: { status: "screening" },
    marks: { verified: true },
  });
  expect(membersOf(id)).toEqual([sid, leg].toSorted());

  const unverified = await desk.handle(producer, id, "unverify");
  expect(unverified).toMatchObject({
    status: 200,
    call: { desk: { status: "screening" }, marks: { verified: false } },
  });
  await desk.service.drop(sid);
});

test("[DS1] a waiting caller is verified in the queue, and unverified again", async () => {
  const { screener } = desk.people;
  const { sid, id } = await desk.ring("+61491570159");

  expect((await desk.handle(screener, id, "verify")).call.desk.status).toBe("ready");
  expect((await desk.handle(screener, id, "unverify")).call).toMatchObject({
    desk: { status: "waiting" },
    marks: { verified: false },
  });
  await desk.service.drop(sid);
});

test("[DS40] a call on air that its operator verifies is marked as verified and stays on air, and a colleague cannot verify it", async () => {
  const { presenter, screener } = desk.people;
  const { sid, id, leg } = await desk.converse(presenter, "line2", "+61491570162");

  const refused = await desk.handle(screener, id, "verify");
  expect(refused).toMatchObject({ status: 409, error: { message: "Carla has this call." } });
  expect((await desk.call(id)).marks.verified).toBe(false);

  const verified = await desk.handle(presenter, id, "verify");
  expect(verified.call).toMatchObject({ desk: { status: "on_air" }, marks: { verified: true } });
  expect(membersOf(id)).toEqual([sid, leg].toSorted());
  await desk.service.drop(sid);
});

test("[DS16] next marks one waiting or ready call, and marking another call moves the mark", async () => {
  const { screener, presenter, owner } = desk.people;
  const one = await desk.ring("+61491570163");
  const two = await desk.ring("+61491570164");

  expect((await desk.handle(screener, one.id, "mark_next")).call.marks.next).toBe(true);
  const moved = await desk.handle(presenter, two.id, "mark_next");
  expect(moved).toMatchObject({ status: 200, call: { id: two.id, marks: { next: true } } });
  expect((await desk.call(one.id)).marks.next).toBe(false);

  for (let round = 0; round < 10; round += 1) {
    await Promise.all([
      desk.handle(screener, one.id, "mark_next"),
      desk.handle(owner, two.id, "mark_next"),
    ]);
    const marks = [(await desk.call(one.id)).marks.next, (await desk.call(two.id)).marks.next];
    expect(marks.filter(Boolean)).toHaveLength(1);
  }

  await desk.handle(owner, one.id, "mark_next");
  await desk.take(owner, one.id, "line1");
  expect((await desk.call(one.id)).marks.next).toBe(false);
  const late = await desk.handle(screener, one.id, "mark_next");
  expect(late.error?.message).toBe("Only a waiting or ready call can be marked as next.");
  for (const { sid } of [one, two]) {
    await desk.service.drop(sid);
  }
});

test("[DS20] [LN9] a call moves to the operator's other line without acceptance, to air and off air", async () => {
  const { presenter, screener } = desk.people;
  const { sid, id, leg } = await desk.converse(presenter, "line1", "+61491570165");

  const moving = await desk.act(presenter, { call: id, action: "move", line: "line2" });
  expect(moving).toMatchObject({ status: 200, claim: { line: "line2" } });
  const second = await desk.connect(presenter, moving);
  expect((await desk.call(id)).desk).toMatchObject({ status: "on_air", holder: { line: "line2" } });
  expect(membersOf(id)).toEqual([sid, second].toSorted());
  expect(desk.service.calls.has(leg)).toBe(false);
  const history = await desk.db
    .selectFrom("call_event")
    .select("type")
    .where("call_id", "=", id)
    .execute();
  expect(history.map(({ type }) => type)).toContain("moved_to_air");

  const again = await desk.act(presenter, { call: id, action: "move", line: "line2" });
  expect(again.error?.message).toBe("This call is already on that line.");
  const back = await desk.act(presenter, { call: id, action: "move", line: "line1" });
  await desk.connect(presenter, back);
  expect((await desk.call(id)).desk).toMatchObject({
    status: "screening",
    holder: { line: "line1" },
  });
  await desk.service.drop(sid);

  const other = await desk.converse(screener, "line1", "+61491570166");
  const refused = await desk.act(screener, { call: other.id, action: "move", line: "line2" });
  expect(refused).toMatchObject({ status: 403, error: { code: "forbidden" } });
  const { id: server } = await desk.anAudioServer("Studio A");
  const device = { type: "audio_server", id: server };
  const studio = { call: other.id, action: "move", line: "line1", device };
  expect((await desk.act(screener, studio)).status).toBe(403);
  await desk.service.drop(other.sid);
});

test("[LN7] [LN9] a line feeds the air as the station has set, and by default only an audio-server line does", async () => {
  const { screener, presenter } = desk.people;
  const { sid, id } = await desk.ring("+61491570167");
  const accept = { call: id, action: "accept", line: "line1" };
  const { id: server } = await desk.anAudioServer("Studio B");
  const device = { type: "audio_server", id: server };

  expect((await desk.act(screener, { ...accept, device })).status).toBe(403);
  const taken = await desk.act(presenter, { ...accept, device });
  await desk.connect({ id: `as-${server}-line1`, name: "" }, taken);
  expect((await desk.call(id)).desk.status).toBe("on_air");
  await desk.service.drop(sid);

  const browser = await desk.converse(screener, "line1", "+61491570168");
  expect((await desk.call(browser.id)).desk.status).toBe("screening");
  await desk.service.drop(browser.sid);
});

test("[AP19] hold, resume and take-over create audit entries with who, what, when and from where", async () => {
  const { owner, producer } = desk.people;
  const { id } = await desk.converse(owner, "line2", "+61491570168");
  async function audited(person: Person, act: () => Promise<unknown>): Promise<void> {
    const before = await entries(person);
    await act();
    await desk.service.settle();
    const [entry] = (await entries(person)).slice(before.length);
    expect(entry).toEqual({
      action: expect.stringMatching(/^call\./),
      user_id: person.id,
      address: "127.0.0.1",
      at: expect.any(Date),
      subject_id: id,
    });
    actions.push(entry?.action ?? "");
  }
  function entries({ id: user }: Person) {
    return desk.db
      .selectFrom("audit_entry")
      .select(["action", "user_id", "address", "at", "subject_id"])
      .where("user_id", "=", user)
      .orderBy("id")
      .execute();
  }
  const actions: string[] = [];

  await audited(owner, () => desk.hold(owner, id, true));
  await audited(owner, () => desk.hold(owner, id, false));
  await audited(owner, () => desk.hold(owner, id, true));
  // A refused or redundant action writes nothing.
  const before = await entries(producer);
  expect((await desk.hold(producer, id, true)).status).toBe(409);
  expect((await desk.hold(owner, id, true)).status).toBe(200);
  expect(await entries(producer)).toEqual(before);
  const taking = { call: id, action: "take_over", line: "line1" };
  await audited(producer, () => desk.post("/twilio/calls/handle_call", taking, producer));

  expect(actions).toEqual([
    "call.hold_asked",
    "call.resume_asked",
    "call.hold_asked",
    "call.taken_over",
  ]);
});
