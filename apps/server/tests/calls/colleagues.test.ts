import { beforeEach, expect, onTestFinished, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aStation, type Person } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
await desk.feedAir("line2");

beforeEach(async () => {
  await desk.endCalls();
});

function isOnHold(id: string, sid: string): boolean | undefined {
  return desk.service.rooms.get(`call:${id}`)?.participants.get(sid)?.hold;
}

function membersOf(id: string): string[] {
  return [...(desk.service.rooms.get(`call:${id}`)?.participants.keys() ?? [])].toSorted();
}

async function offer(from: Person, to: Person, id: string) {
  const answer = await desk.act(from, { call: id, action: "move", to: to.id });
  await desk.service.settle();
  return answer;
}

test("[DS17] [DS32] a call moved to a colleague is offered for 20 s with music, and the colleague takes it on a line", async () => {
  const { screener, presenter, owner } = desk.people;
  desk.clock.stop();
  onTestFinished(() => desk.clock.go());
  const { sid, id, leg } = await desk.converse(screener, "line1", "+61491570156");

  const offered = await offer(screener, presenter, id);
  expect(offered).toMatchObject({
    status: 200,
    call: {
      desk: { status: "held", holder: { user: screener.id }, unattended: false },
      offer: { to: { user: presenter.id, name: "Carla" }, from: { name: "Bob", line: "line1" } },
    },
  });
  const forMs = Date.parse(offered.call.offer?.until ?? "") - desk.clock.now();
  expect(forMs).toBe(20_000);
  expect(isOnHold(id, sid)).toBe(true);
  expect((await desk.handle(screener, id, "accept", "line2")).status).toBe(403);
  expect((await desk.handle(owner, id, "accept")).error?.message).toBe("Bob has this call.");

  const taken = await desk.handle(presenter, id, "accept", "line1");
  const legOfPresenter = await desk.connect(presenter, taken);
  expect(await desk.call(id)).toMatchObject({
    offer: null,
    desk: { status: "screening", holder: { name: "Carla" } },
  });
  expect(isOnHold(id, sid)).toBe(false);
  expect(membersOf(id)).toEqual([sid, legOfPresenter].toSorted());
  expect(desk.service.calls.has(leg)).toBe(false);
});

test("[DS17] an offer that is not taken within 20 s returns to the sender's list", async () => {
  const { screener, presenter } = desk.people;
  desk.clock.stop();
  onTestFinished(() => desk.clock.go());
  const { sid, id } = await desk.converse(screener, "line1", "+61491570157");
  await offer(screener, presenter, id);

  await desk.pass(19_500);
  expect((await desk.call(id)).offer).not.toBeNull();
  await desk.pass(600);

  expect(await desk.call(id)).toMatchObject({
    offer: null,
    desk: { status: "held", holder: { user: screener.id, line: "line1" }, unattended: false },
  });
  expect(isOnHold(id, sid)).toBe(true);
  const late = await desk.handle(presenter, id, "accept");
  expect(late.error?.message).toBe("Bob has this call.");
  expect((await desk.hold(screener, id, false)).call.desk.status).toBe("screening");
});

test("[DS44] the colleague declines an offer with undo, and the sender withdraws it with undo", async () => {
  const { producer, presenter, owner } = desk.people;
  const { sid, id } = await desk.converse(producer, "line1", "+61491570158");

  await offer(producer, presenter, id);
  expect((await desk.handle(owner, id, "undo")).error?.code).toBe("call_taken");
  const declined = await desk.handle(presenter, id, "undo");
  expect(declined).toMatchObject({
    status: 200,
    claim: null,
    call: { offer: null, desk: { status: "held", holder: { user: producer.id } } },
  });
  expect(isOnHold(id, sid)).toBe(true);

  await desk.hold(producer, id, false);
  await offer(producer, presenter, id);
  const back = await desk.handle(producer, id, "undo");
  expect(back).toMatchObject({
    status: 200,
    claim: null,
    call: { offer: null, desk: { status: "screening", holder: { user: producer.id } } },
  });
  expect(isOnHold(id, sid)).toBe(false);
});

test("[DS17] only the person with the call can offer it, only to a person of the station with an open console", async () => {
  const { producer, presenter, outsider, owner } = desk.people;
  const { id } = await desk.converse(producer, "line1", "+61491570159");

  expect(await offer(producer, producer, id)).toMatchObject({ status: 400 });
  expect(await offer(producer, outsider, id)).toMatchObject({ status: 400 });
  expect((await offer(owner, presenter, id)).error?.message).toBe("Dan has this call.");
  desk.present.delete(presenter.id);
  const away = await offer(producer, presenter, id);
  desk.present.add(presenter.id);

  expect(away.error?.message).toBe("Carla has no console open.");
  expect(await desk.call(id)).toMatchObject({ offer: null, desk: { status: "screening" } });
});

test("[DS20] [DS32] swap exchanges the calls of the two lines, on air too, without a new connection", async () => {
  const { presenter } = desk.people;
  const one = await desk.converse(presenter, "line1", "+61491570162");
  const two = await desk.converse(presenter, "line2", "+61491570163");
  const commandsBefore = desk.service.commands.length;

  const swapped = await desk.handle(presenter, two.id, "swap");
  await desk.service.settle();

  expect(swapped).toMatchObject({ status: 200, claim: null, call: { id: two.id } });
  expect((await desk.call(one.id)).desk).toMatchObject({
    status: "on_air",
    holder: { line: "line2" },
  });
  expect((await desk.call(two.id)).desk).toMatchObject({
    status: "screening",
    holder: { line: "line1" },
  });
  expect(membersOf(one.id)).toEqual([one.sid, two.leg].toSorted());
  expect(membersOf(two.id)).toEqual([two.sid, one.leg].toSorted());
  const commands = desk.service.commands.slice(commandsBefore).map(({ type }) => type);
  expect(commands).toEqual(["redirect", "redirect"]);

  // Later events belong to the call that each leg is with now.
  await desk.hold(presenter, two.id, true);
  await desk.handle(presenter, one.id, "swap");
  await desk.service.settle();
  expect((await desk.call(one.id)).desk).toMatchObject({
    status: "screening",
    holder: { line: "line1" },
  });
  expect((await desk.call(two.id)).desk).toMatchObject({
    status: "held",
    holder: { line: "line2" },
  });
  expect([isOnHold(one.id, one.sid), isOnHold(two.id, two.sid)]).toEqual([false, true]);
  await desk.service.drop(one.leg);
  await desk.service.settle();
  expect((await desk.call(one.id)).desk).toMatchObject({ status: "held", unattended: true });
  expect((await desk.call(two.id)).desk).toMatchObject({ status: "held", unattended: false });
});

test("[DS20] a swap exchanges the legs of both calls, even if the rooms report each join before the leave", async () => {
  const { presenter } = desk.people;
  const one = await desk.converse(presenter, "line1", "+61491570164");
  const two = await desk.converse(presenter, "line2", "+61491570165");
  desk.service.isSilent = true;
  await desk.handle(presenter, two.id, "swap");
  await desk.service.settle();
  desk.service.isSilent = false;
  const rooms = [one, two].map(({ id }) => desk.service.rooms.get(`call:${id}`));
  const [roomOne, roomTwo] = rooms;
  if (roomOne === undefined || roomTwo === undefined) {
    throw new Error("no rooms");
  }
  const gone = { ParticipantCallStatus: "in-progress", ReasonParticipantLeft: "x" };

  await desk.service.reportToConference(roomTwo, "participant-join", { CallSid: one.leg });
  await desk.service.reportToConference(roomOne, "participant-join", { CallSid: two.leg });
  await desk.service.reportToConference(roomTwo, "participant-leave", {
    CallSid: two.leg,
    ...gone,
  });
  await desk.service.reportToConference(roomOne, "participant-leave", {
    CallSid: one.leg,
    ...gone,
  });

  expect((await desk.call(one.id)).desk).toMatchObject({
    status: "on_air",
    holder: { line: "line2" },
  });
  expect((await desk.call(two.id)).desk).toMatchObject({
    status: "screening",
    holder: { line: "line1" },
  });
});

test("[DS20] [CA26] swap needs a call of the person on each of the two lines", async () => {
  const { presenter, owner } = desk.people;
  const { id } = await desk.converse(presenter, "line1", "+61491570166");
  const needed = "You can only swap when each of your two lines has a call.";

  expect((await desk.handle(presenter, id, "swap")).error?.message).toBe(needed);
  expect((await desk.handle(owner, id, "swap")).error?.message).toBe(needed);
});

test("[DS20] calls of two stations are not swapped", async () => {
  const { presenter, owner } = desk.people;
  const other = await aStation(desk.db, [
    [presenter, "presenter"],
    [owner, "owner"],
  ]);
  const feed = { station_id: other, line: "line2", feeds_air: true } as const;
  await desk.db.insertInto("station_line_feed").values(feed).execute();
  const line = await desk.aLine({ station_id: other });
  async function deskOf(id: string) {
    const { body } = await desk.get(`/twilio/calls/call_list?station=${other}`, owner);
    return (body["calls"] as Call[]).find((call) => call.id === id)?.desk;
  }
  const there = await desk.ring("+61491570181", line);
  await desk.take(presenter, there.id, "line2");
  const here = await desk.converse(presenter, "line1", "+61491570182");
  for (const { id } of [here, there]) {
    const refused = await desk.handle(presenter, id, "swap");
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      "You can only swap two calls of the same station.",
    ]);
  }
  expect(await deskOf(there.id)).toMatchObject({ status: "on_air", holder: { line: "line2" } });

  for (const { sid } of [here, there]) {
    await desk.service.drop(sid);
  }
});

test("[DS25] [DS26] [DS91] a locked call is not hung up, rejected or taken over until it is unlocked", async () => {
  const { producer, owner } = desk.people;
  const screened = await desk.converse(producer, "line1", "+61491570167");
  const waiting = await desk.ring("+61491570168");
  const taken = { code: "call_taken", message: `${producer.name} has this call.` };
  expect((await desk.handle(owner, screened.id, "lock")).error).toMatchObject(taken);
  const locked = await desk.handle(producer, screened.id, "lock");
  expect((await desk.handle(owner, screened.id, "unlock")).error).toMatchObject(taken);
  expect(locked).toMatchObject({ status: 200, call: { marks: { locked: true } } });
  await desk.handle(owner, waiting.id, "lock");
  const words = "This call is locked. Unlock it first.";
  function reject() {
    return desk.post("/twilio/calls/reject_call", { calls: [waiting.id] }, owner);
  }

  expect((await desk.handle(producer, screened.id, "hang_up")).error?.message).toBe(words);
  expect((await desk.handle(owner, screened.id, "take_over")).error?.message).toBe(words);
  const later = () => desk.post("/twilio/calls/call_back", { call: waiting.id }, owner);
  expect((await later()).body["error"]).toMatchObject({ code: "call_state", message: words });
  expect((await reject()).body).toEqual({
    rejected: [],
    spared: [{ call: waiting.id, reason: "locked" }],
  });
  await desk.service.drop(screened.leg);
  await desk.service.settle();
  expect((await desk.handle(owner, screened.id, "take_over")).error?.message).toBe(words);
  // The earlier holder may take the call back although it is locked.
  expect((await desk.handle(producer, screened.id, "take_over")).status).toBe(200);

  const unlocked = await desk.handle(owner, screened.id, "unlock");
  expect(unlocked).toMatchObject({ status: 200, call: { marks: { locked: false } } });
  await desk.handle(owner, waiting.id, "unlock");
  expect((await reject()).body).toMatchObject({ rejected: [waiting.id] });
});

test("[DS26] a person with `air` takes over a colleague's call off air or on hold, and never one on air", async () => {
  const { screener, presenter, producer, owner } = desk.people;
  const { sid, id, leg } = await desk.converse(screener, "line1", "+61491570313");

  const taken = await desk.handle(producer, id, "take_over");
  expect(taken).toMatchObject({
    status: 200,
    call: { desk: { status: "held", holder: { user: producer.id } } },
  });
  await desk.service.settle();
  expect(desk.service.calls.has(leg)).toBe(false);
  expect(isOnHold(id, sid)).toBe(true);
  const legOfProducer = await desk.connect(producer, taken);
  expect((await desk.call(id)).desk).toMatchObject({
    status: "screening",
    holder: { name: "Dan" },
  });
  expect(membersOf(id)).toEqual([sid, legOfProducer].toSorted());

  expect((await desk.handle(screener, id, "take_over")).error?.message).toBe("Dan has this call.");
  await desk.hold(producer, id, true);
  const held = await desk.handle(presenter, id, "take_over", "line2");
  await desk.connect(presenter, held);
  expect((await desk.call(id)).desk).toMatchObject({ status: "on_air", holder: { name: "Carla" } });

  for (const person of [owner, producer, screener]) {
    const refused = await desk.handle(person, id, "take_over");
    expect(refused).toMatchObject({ status: 409, error: { message: "Carla has this call." } });
  }
});
