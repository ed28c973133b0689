import { expect, onTestFinished, test } from "vitest";

import { openDesk, type TelephoneDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

test("[DS6] [DS11] [DS32] [CA4] a call is accepted, held, resumed and hung up, as the service reports", async () => {
  const { owner } = desk.people;
  const { sid, id } = await desk.ring();
  expect(await desk.call(id)).toMatchObject({ callState: "ringing", desk: { status: "waiting" } });

  const accepted = await desk.handle(owner, id, "accept");
  expect(accepted).toMatchObject({ status: 200, call: { claimedBy: { name: "Alice" } } });
  const leg = await desk.service.connect(owner.id, accepted.claim?.id ?? "");
  await desk.service.settle();
  expect(await desk.call(id)).toMatchObject({
    callState: "in_progress",
    claimedBy: null,
    desk: { status: "screening", holder: { user: owner.id, line: "line1" } },
  });

  const held = await desk.hold(owner, id, true);
  expect(held).toMatchObject({
    status: 200,
    call: { desk: { status: "held", unattended: false } },
  });
  expect(desk.service.commands.at(-1)).toMatchObject({ type: "hold", sid });

  const resumed = await desk.hold(owner, id, false);
  expect(resumed).toMatchObject({
    status: 200,
    claim: null,
    call: { desk: { status: "screening" } },
  });

  const ended = await desk.handle(owner, id, "hang_up");
  await desk.service.settle();
  expect(ended.call).toMatchObject({
    desk: { status: "held" },
    leaving: { by: { name: "Alice" } },
  });
  await desk.pass(5_000);
  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "operator_hung_up" });
  expect(desk.service.calls.has(sid)).toBe(false);
  expect(desk.service.calls.has(leg.sid)).toBe(false);
});

test("[CA19] [DS27] a lost operator leaves the caller on music, and a colleague takes over", async () => {
  const { owner, screener } = desk.people;
  const { sid, id, leg } = await desk.converse(owner);

  await desk.service.drop(leg);
  await desk.service.settle();
  expect(await desk.call(id)).toMatchObject({
    desk: { status: "held", unattended: true, holder: { name: "Alice" } },
  });
  expect(desk.service.commands.at(-1)).toMatchObject({ type: "hold", sid });

  const taken = await desk.handle(screener, id, "take_over", "line2");
  expect(taken.status).toBe(200);
  await desk.service.connect(screener.id, taken.claim?.id ?? "");
  await desk.service.settle();
  expect(await desk.call(id)).toMatchObject({
    desk: { status: "screening", holder: { name: "Bob", line: "line2" } },
  });
  await desk.service.drop(sid);
  await desk.service.settle();
  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "caller_hung_up" });
  expect(desk.service.rooms.has(`call:${id}`)).toBe(false);
});

test("[DS29] a silent leg puts the caller on music, and its return connects the caller again", async () => {
  const { sid, id, leg } = await desk.converse(desk.people.owner);
  const who = { member: sid, peer: leg };

  await desk.service.setPeerSilent(`call:${id}`, who, true);
  expect((await desk.call(id)).desk).toMatchObject({ status: "held", unattended: true });

  await desk.service.setPeerSilent(`call:${id}`, who, false);
  expect((await desk.call(id)).desk).toMatchObject({ status: "screening" });
});

async function reconnect(person: TelephoneDesk["people"]["screener"], call: string): Promise<void> {
  const { claim } = await desk.handle(person, call, "take_over", "line1");
  await desk.service.connect(person.id, claim?.id ?? "");
  await desk.service.settle();
}

test.each(["before", "after"])(
  "[DS27] [DS29] a silent operator leaves the call unattended when the end of the leg is reported %s the caller's release",
  async (order) => {
    const { sid, id, leg } = await desk.converse(desk.people.screener, "line1", "+61491570313");
    const room = desk.service.rooms.get(`call:${id}`);
    if (room === undefined) {
      throw new Error("no room");
    }
    await desk.service.setPeerSilent(room.name, { member: sid, peer: leg }, true);
    const release = async () => {
      const caller = room.participants.get(sid);
      if (caller !== undefined) {
        caller.hold = false;
      }
      await desk.service.reportToConference(room, "participant-unhold", { CallSid: sid });
    };

    if (order === "after") {
      await release();
    }
    await desk.service.drop(leg);
    if (order === "before") {
      await release();
    }
    await desk.service.settle();

    expect((await desk.call(id)).desk).toMatchObject({ status: "held", unattended: true });
    await desk.service.drop(sid);
  },
);

test("[DS29] a silent operator who leaves is recorded as gone, and takes the call over on the same line", async () => {
  const { screener } = desk.people;
  const { sid, id, leg } = await desk.converse(screener, "line1", "+61491570738");
  const who = { member: sid, peer: leg };
  await desk.service.setPeerSilent(`call:${id}`, who, true);
  await desk.service.drop(leg);
  await desk.service.settle();

  expect((await desk.call(id)).desk).toMatchObject({ status: "held", unattended: true });
  const events = await desk.db
    .selectFrom("call_event")
    .select("type")
    .where("call_id", "=", id)
    .where("type", "in", ["operator.silent", "operator.left"])
    .orderBy("id")
    .execute();
  expect(events.map(({ type }) => type)).toEqual(["operator.silent", "operator.left"]);

  await desk.service.setPeerSilent(`call:${id}`, who, false);
  expect((await desk.call(id)).desk).toMatchObject({ status: "held", unattended: true });

  await desk.service.setPeerSilent(`call:${id}`, who, true);
  await reconnect(screener, id);
  expect((await desk.call(id)).desk).toMatchObject({
    status: "screening",
    holder: { user: screener.id, line: "line1" },
  });
  await desk.service.drop(sid);
});

test("[DS27] [DS29] a take-over from a silent leg ends that leg", async () => {
  const { owner, screener } = desk.people;
  const { sid, id, leg } = await desk.converse(owner, "line2", "+61491570737");
  await desk.service.setPeerSilent(`call:${id}`, { member: sid, peer: leg }, true);

  await reconnect(screener, id);

  expect(desk.service.calls.has(leg)).toBe(false);
  expect((await desk.call(id)).desk).toMatchObject({
    status: "screening",
    holder: { name: "Bob" },
  });
  await desk.service.drop(sid);
});

test("[DS8] [DS10] accepting another call on the line holds the present one", async () => {
  const { producer } = desk.people;
  const first = await desk.converse(producer);
  const second = await desk.converse(producer, "line1", "+61491570156");

  expect((await desk.call(first.id)).desk).toMatchObject({
    status: "held",
    unattended: false,
    holder: { user: producer.id },
  });
  expect((await desk.call(second.id)).desk).toMatchObject({ status: "screening" });
  expect(desk.service.calls.has(first.leg)).toBe(false);

  const back = await desk.hold(producer, first.id, false, "line2");
  expect(back.claim).toMatchObject({ line: "line2" });
  await desk.service.connect(producer.id, back.claim?.id ?? "");
  await desk.service.settle();
  expect((await desk.call(first.id)).desk).toMatchObject({
    status: "screening",
    holder: { line: "line2" },
  });
});

test("[DS8] with the setting `END`, accepting another call on the line hangs up the present one", async () => {
  const { admin } = desk.people;
  await desk.db
    .insertInto("user_setting")
    .values({ user_id: admin.id, settings: JSON.stringify({ switchCallBehvaior: "END" }) })
    .execute();
  const first = await desk.converse(admin);
  await desk.converse(admin, "line1", "+61491570157");

  expect((await desk.call(first.id)).desk).toMatchObject({
    status: "ended",
    reason: "operator_hung_up",
  });
});

test("[DS4] a claim that is not used within 15 s expires, and the call keeps its place", async () => {
  desk.clock.stop();
  onTestFinished(() => desk.clock.go());
  const { id } = await desk.ring("+61491570158");
  const { claim } = await desk.handle(desk.people.owner, id, "accept", "line2");

  desk.clock.push(14_000);
  await desk.feature.monitor.tick();
  expect((await desk.call(id)).claimedBy).not.toBeNull();

  desk.clock.push(1_500);
  await desk.feature.monitor.tick();
  expect(await desk.call(id)).toMatchObject({ claimedBy: null, desk: { status: "waiting" } });
  const late = await desk.service.connect(desk.people.owner.id, claim?.id ?? "");
  expect(late.isIn).toBe(false);
});

test("[DS6] when the operator's join is stored, one document moves the caller into the room, even if no event reports this move", async () => {
  const { owner } = desk.people;
  const { sid, id } = await desk.ring("+61491570157");
  const { claim } = await desk.handle(owner, id, "accept");
  const commandsBefore = desk.service.commands.length;
  const run = desk.service.runDocument.bind(desk.service);
  onTestFinished(() => void (desk.service.runDocument = run));
  const written: unknown[] = [];
  // No event reports that the caller is in the room.
  desk.service.runDocument = async (call, twiml) => {
    const joined = desk.db.selectFrom("call_leg").select("joined_at").where("call_id", "=", id);
    written.push(await joined.where("kind", "=", "operator").executeTakeFirst());
    desk.service.isSilent = true;
    await run(call, twiml);
    desk.service.isSilent = false;
  };

  const leg = await desk.service.connect(owner.id, claim?.id ?? "");
  await desk.service.settle();
  const room = desk.service.rooms.get(`call:${id}`);
  const participants = [...(room?.participants.keys() ?? [])];
  await (room && desk.service.reportToConference(room, "participant-join", { CallSid: leg.sid }));
  await desk.service.settle();

  expect(participants).toEqual([leg.sid, sid]);
  expect(written).toEqual([{ joined_at: expect.any(Date) }]);
  expect(desk.service.commands.slice(commandsBefore)).toEqual([{ type: "run", sid }]);
  expect(room?.participants.has(sid)).toBe(true);
  await desk.service.drop(sid);
});

test("[DS7] when the caller hangs up before joining the room, the call is shown as ended and the operator's leg ends", async () => {
  const { sid, id } = await desk.ring("+61491570159");
  const { claim } = await desk.handle(desk.people.owner, id, "accept", "line2");
  desk.service.isSilent = true;
  const gone = { sid, to: desk.line, from: "+61491570159", direction: "inbound" };
  desk.service.ended.set(sid, { ...gone, status: "completed" });
  await desk.service.drop(sid);
  desk.service.isSilent = false;

  const leg = await desk.service.connect(desk.people.owner.id, claim?.id ?? "");
  await desk.service.settle();

  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "caller_hung_up" });
  expect(desk.service.calls.has(leg.sid)).toBe(false);
});

test("[CA18] each call has its own room, named only by its uuid", async () => {
  const first = await desk.converse(desk.people.owner, "line1", "+61491570162");
  const second = await desk.converse(desk.people.screener, "line1", "+61491570163");

  for (const { id, sid } of [first, second]) {
    const room = desk.service.rooms.get(`call:${id}`);
    expect([...(room?.participants.keys() ?? [])]).toContain(sid);
    await desk.service.drop(sid);
  }
  await desk.service.settle();
});

test("[RT4] [CA4] the events of a station have no gaps, and an arrival has an event in the history and an audit entry", async () => {
  const events = await desk.events();
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));

  const { id } = await desk.ring("+61491570110");
  const audits = await desk.db
    .selectFrom("audit_entry")
    .select("action")
    .where("subject_id", "=", id)
    .execute();
  const history = await desk.db
    .selectFrom("call_event")
    .select("type")
    .where("call_id", "=", id)
    .execute();
  expect(audits).toEqual([{ action: "call.arrived" }]);
  expect(history).toEqual([{ type: "call.rang" }]);
});

test("[XW17] while the exchange is unavailable, a hold is refused with the reason, and the call stays unchanged", async () => {
  const screened = await desk.converse(desk.people.producer, "line1", "+61491570006");
  desk.service.isAway = true;
  const held = await desk.hold(desk.people.producer, screened.id, true);
  desk.service.isAway = false;

  expect(held).toMatchObject({ status: 503, error: { code: "telephony_unreachable" } });
  expect((await desk.call(screened.id)).desk.status).toBe("screening");
});
