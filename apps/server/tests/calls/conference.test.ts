import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { Call, Claim, Conference } from "@linedesk/contract";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import type { Person } from "../support/people.ts";
import { notPickUp, pickUp } from "../support/scripted-dialling.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

let desk: TelephoneDesk;

beforeAll(async () => {
  desk = await TelephoneDesk.open();
  await desk.db
    .insertInto("station_line_feed")
    .values({ station_id: desk.station, line: "line2", feeds_air: true })
    .execute();
});
afterEach(async () => {
  for (const sid of desk.service.calls.keys()) {
    await desk.service.drop(sid);
  }
  await desk.service.settle();
});
afterAll(() => desk.close());

interface Answer {
  status: number;
  conference: Conference | null;
  calls: Call[];
  claim: Claim | null;
  error?: { code: string; message: string; fields?: Record<string, string> };
}

async function act(person: Person, body: object): Promise<Answer> {
  const answer = await desk.post("/conference", body, person);
  await desk.service.settle();
  return { status: answer.status, ...(answer.body as unknown as Omit<Answer, "status">) };
}

/** The presenter's conference of two callers. */
async function conferenceOfTwo(line: "line1" | "line2" = "line1") {
  const { presenter } = desk.people;
  const one = await desk.converse(presenter, line, "+61491570156");
  const two = await desk.ring("+61491570157");
  const started = await act(presenter, { action: "start", calls: [one.id, two.id] });
  expect(started.status).toBe(200);
  return { one, two, leg: one.leg, id: started.conference?.id ?? "" };
}

function membersOf(conference: string): string[] {
  const room = desk.service.rooms.get(`conference:${conference}`);
  return [...(room?.participants.keys() ?? [])].toSorted();
}

test("[CF1] [CF2] [CF3] callers are sent into one room, and the list names who is in it", async () => {
  const { screener } = desk.people;
  const { one, two, leg, id } = await conferenceOfTwo();

  expect(membersOf(id)).toEqual([one.sid, two.sid, leg].toSorted());
  const { body } = await desk.get(`/conference?station=${desk.station}`, screener);
  expect(body["conferences"]).toMatchObject([
    {
      id,
      station: desk.station,
      members: [
        { call: one.id, numberDisplay: "0491 570 156", muted: false, onHold: false },
        { call: two.id, numberDisplay: "0491 570 157", muted: false, onHold: false },
      ],
    },
  ]);
});

test("[CF7] on a line that feeds the air all callers are on air, and the right air is needed", async () => {
  const { screener } = desk.people;
  const { one, two, id } = await conferenceOfTwo("line2");

  for (const call of [one.id, two.id]) {
    expect((await desk.call(call)).desk).toMatchObject({ status: "on_air" });
  }
  for (const action of ["add", "remove", "mute", "hold", "leave", "end"]) {
    const refused = await act(screener, { action, conference: id, calls: [one.id] });
    expect([action, refused.status]).toEqual([action, 403]);
  }
  expect((await act(screener, { action: "start", calls: [one.id] })).status).toBe(403);
});

test("[CF2] what cannot be done is refused in words, and nothing changes", async () => {
  const { presenter, producer } = desk.people;
  const waiting = await desk.ring("+61491570158");
  const refusals: [Person, object, number, string][] = [
    [presenter, { action: "start" }, 400, "Say which calls."],
    [presenter, { action: "hold" }, 400, "Say which conference."],
    [presenter, { action: "hold", conference: uuidV7() }, 404, "There is no such conference."],
    [
      presenter,
      { action: "start", calls: [waiting.id] },
      409,
      "Talk with a caller first, to start a conference.",
    ],
  ];
  const { one, two, id } = await conferenceOfTwo();
  refusals.push(
    [
      presenter,
      { action: "add", conference: id, calls: [two.id] },
      409,
      "This caller is in a conference.",
    ],
    [
      presenter,
      { action: "mute", conference: id, calls: [waiting.id] },
      409,
      "This caller is not in the conference.",
    ],
    [producer, { action: "end", conference: id }, 409, "Carla has this call."],
  );
  for (const [person, body, status, message] of refusals) {
    const refused = await act(person, body);
    expect([refused.status, refused.error?.message]).toEqual([status, message]);
  }
  expect(membersOf(id)).toContain(one.sid);
  expect((await act(presenter, { action: "juggle" })).status).toBe(400);
});

test("[CF12] a caller of a conference is not swapped, offered or taken from it by a colleague; verifying moves nobody", async () => {
  const { presenter, producer } = desk.people;
  const { one, id } = await conferenceOfTwo();

  expect(await desk.handle(producer, one.id, "take_over")).toMatchObject({
    status: 409,
    error: { message: "Carla has this call." },
  });
  desk.present.add(producer.id);
  const offered = await desk.act(presenter, { action: "move", call: one.id, to: producer.id });
  expect(offered.error?.message).toBe("This caller is in a conference.");
  expect((await desk.act(presenter, { action: "swap", call: one.id })).status).toBe(409);
  const verified = await desk.handle(presenter, one.id, "verify");
  expect(verified.call).toMatchObject({
    desk: { status: "screening" },
    marks: { verified: true },
    conference: { id },
  });
});

test("[CF6] [CF11] leaving ends nobody, a caller is ended alone and at once, and the last one out ends the conference", async () => {
  const { presenter } = desk.people;
  const { one, two, leg, id } = await conferenceOfTwo();

  await act(presenter, { action: "leave", conference: id });
  expect(membersOf(id)).toEqual([one.sid, two.sid].toSorted());
  expect(await desk.call(one.id)).toMatchObject({
    desk: { status: "held", unattended: false, holder: { user: presenter.id } },
    conference: { id, onHold: false },
  });
  expect(desk.service.calls.has(leg)).toBe(false);

  const back = await desk.hold(presenter, one.id, false);
  const again = await desk.connect(presenter, { claim: back.claim });
  expect(membersOf(id)).toEqual([one.sid, two.sid, again].toSorted());
  expect((await desk.call(two.id)).desk).toMatchObject({ status: "screening" });

  await desk.handle(presenter, one.id, "hang_up");
  await desk.service.settle();
  expect(membersOf(id)).toEqual([two.sid, again].toSorted());

  await desk.service.drop(two.sid);
  await desk.service.settle();
  expect(desk.service.calls.has(again)).toBe(false);
  const { body } = await desk.get(`/conference?station=${desk.station}`, presenter);
  expect(body["conferences"]).toEqual([]);
});

test("[CF13] reconciliation finds nothing to repair in a conference, with its operator or without, and brings back who is nowhere", async () => {
  const { one, two, leg, id } = await conferenceOfTwo();
  await desk.pass(5_000);
  expect(membersOf(id)).toEqual([one.sid, two.sid, leg].toSorted());

  await desk.service.drop(leg);
  await desk.service.settle();
  expect((await desk.call(two.id)).desk).toMatchObject({ status: "held", unattended: true });
  await desk.pass(40_000);
  const room = desk.service.rooms.get(`conference:${id}`);
  expect([...(room?.participants.values() ?? [])]).toEqual([{ hold: false }, { hold: false }]);

  room?.participants.delete(two.sid);
  await desk.pass(40_000);
  await desk.service.settle();
  expect(membersOf(id)).toEqual([one.sid, two.sid].toSorted());
});

test("[OB2] [CF10] a number is dialled into the conference by the dialling rules, and who does not answer is out of it", async () => {
  const { presenter, screener } = desk.people;
  const { leg, id } = await conferenceOfTwo();
  async function dial(to: string, person = presenter) {
    const body = { station: desk.station, to, conference: id };
    const answer = await desk.post("/twilio/calls/outbound_conference", body, person);
    await desk.service.settle();
    const sid = [...desk.service.dialled.keys()].at(-1) ?? "";
    return { ...answer, sid, call: answer.body["call"] as Call };
  }
  expect((await dial("000")).status).toBe(400);
  expect((await dial("0491 570 110", screener)).status).toBe(403);

  const joan = await dial("0491 570 110");
  expect(joan).toMatchObject({ status: 200, body: { claim: null } });
  expect(desk.service.dialled.get(joan.sid)).toMatchObject({
    To: "+61491570110",
    From: desk.line,
    Room: `conference:${id}`,
  });
  await pickUp(desk.service, joan.sid);
  expect(await desk.call(joan.call.id)).toMatchObject({
    callState: "in_progress",
    desk: { status: "screening", holder: { user: presenter.id } },
    conference: { id },
  });
  expect(membersOf(id)).toContain(joan.sid);

  const nobody = await dial("0491 570 313");
  await notPickUp(desk.service, nobody.sid, { status: "busy", sipCode: "486" });
  const { body } = await desk.get(`/conference?station=${desk.station}`, presenter);
  const [listed] = body["conferences"] as Conference[];
  expect(listed?.members).toHaveLength(3);
  expect(desk.service.calls.has(leg)).toBe(true);
});

test("[CF16] who begins and stops talking is published for the station, of callers alone", async () => {
  const { one, leg, id } = await conferenceOfTwo();
  const room = desk.service.rooms.get(`conference:${id}`);
  if (room === undefined) {
    throw new Error("no room");
  }
  for (const [event, sid] of [
    ["start", one.sid],
    ["stop", one.sid],
    ["start", leg],
  ] as const) {
    await desk.service.reportToConference(room, `participant-speech-${event}`, { CallSid: sid });
  }
  const speaking = (await desk.events()).filter(({ type }) => type === "conference.speaking");
  expect(speaking).toMatchObject([
    { conference: id, member: one.id, speaking: true },
    { conference: id, member: one.id, speaking: false },
  ]);
});

test("[CF9] a conference has room for 20 people", async () => {
  const { presenter } = desk.people;
  const { id } = await conferenceOfTwo();
  const others: string[] = [];
  for (let n = 0; n < 19; n += 1) {
    others.push((await desk.ring(`+6149157${String(1000 + n)}`)).id);
  }
  const tooMany = await act(presenter, { action: "add", conference: id, calls: others });
  expect([tooMany.status, tooMany.error?.message]).toEqual([
    409,
    "A conference has room for 20 people.",
  ]);
  const added = await act(presenter, {
    action: "add",
    conference: id,
    calls: others.slice(0, 18),
  });
  expect(added.conference?.members).toHaveLength(20);
  expect(membersOf(id)).toHaveLength(21);
});

/** The conference of two, whose second caller is on hold. */
async function withOneHeld() {
  const made = await conferenceOfTwo();
  const { presenter } = desk.people;
  await act(presenter, { action: "hold", conference: made.id, calls: [made.two.id] });
  return made;
}

test("[CF17] [CF20] a caller on hold is talked with on the other line and in another room, and comes back on hold, unheard", async () => {
  const { presenter } = desk.people;
  const { one, two, leg, id } = await withOneHeld();
  const talk = { action: "talk", conference: id, calls: [two.id], line: "line1" };
  const refusals: [object, string][] = [
    [{ line: "line1" }, "A private talk needs your other line, and nobody on it."],
    [{ line: "line2" }, "Line 2 feeds the air: no talk on it is private."],
    [
      { line: "line2", calls: [one.id] },
      "Only who is on hold in the conference is talked with privately.",
    ],
  ];
  for (const [more, message] of refusals) {
    if ("calls" in more) {
      await desk.db.updateTable("station_line_feed").set({ feeds_air: false }).execute();
    }
    const refused = await act(presenter, { ...talk, ...more });
    expect([refused.status, refused.error?.message]).toEqual([409, message]);
  }

  const began = await act(presenter, { ...talk, line: "line2" });
  expect(began.claim).toMatchObject({ line: "line2" });
  const other = await desk.connect(presenter, { claim: began.claim });
  expect(membersOf(id)).toEqual([one.sid, leg].toSorted());
  const room = desk.service.rooms.get(`call:${two.id}`);
  expect([...(room?.participants ?? [])].toSorted()).toEqual(
    [
      [two.sid, { hold: false }],
      [other, { hold: false }],
    ].toSorted(),
  );
  expect(await desk.call(two.id)).toMatchObject({
    desk: { status: "screening", holder: { line: "line2" } },
    conference: null,
    talkback: id,
  });
  expect((await desk.call(one.id)).desk).toMatchObject({ status: "screening" });

  desk.service.commands.length = 0;
  const ended = await act(presenter, {
    action: "talk",
    conference: id,
    calls: [two.id],
    on: false,
  });
  expect(ended.status).toBe(200);
  expect(desk.service.mutedJoins).toContain(two.sid);
  expect(desk.service.rooms.get(`conference:${id}`)?.participants.get(two.sid)).toEqual({
    hold: true,
  });
  expect(desk.service.calls.has(other)).toBe(false);
  const back = await desk.call(two.id);
  expect(back).toMatchObject({
    desk: { status: "held", unattended: false, holder: { line: "line1" } },
    conference: { id, onHold: true },
  });
  expect(back.talkback).toBeUndefined();
  await act(presenter, { action: "hold", conference: id, on: false });
  expect((await desk.call(two.id)).desk).toMatchObject({ status: "screening" });
  await desk.db.updateTable("station_line_feed").set({ feeds_air: true }).execute();
});

test("[CF21] the end for all ends a private talk too; it goes on by itself with HOLD, and when nobody else is left", async () => {
  const { presenter } = desk.people;
  await desk.db.updateTable("station_line_feed").set({ feeds_air: false }).execute();
  async function talking() {
    const made = await withOneHeld();
    const began = await act(presenter, {
      action: "talk",
      conference: made.id,
      calls: [made.two.id],
      line: "line2",
    });
    const other = await desk.connect(presenter, { claim: began.claim });
    return { ...made, other };
  }
  const first = await talking();
  await act(presenter, { action: "end", conference: first.id, behavior: "END" });
  expect((await desk.call(first.two.id)).desk.status).toBe("ended");
  expect(desk.service.calls.has(first.other)).toBe(false);

  const second = await talking();
  await act(presenter, { action: "end", conference: second.id, behavior: "HOLD" });
  expect((await desk.call(second.one.id)).desk.status).toBe("held");
  const goesOn = await desk.call(second.two.id);
  expect(goesOn.desk).toMatchObject({ status: "screening", holder: { line: "line2" } });
  expect(goesOn.talkback).toBeUndefined();
  await desk.service.drop(second.two.sid);
  await desk.service.drop(second.one.sid);

  const third = await talking();
  await desk.service.drop(third.one.sid);
  await desk.service.settle();
  expect(desk.service.calls.has(third.leg)).toBe(false);
  expect((await desk.call(third.two.id)).desk).toMatchObject({ status: "screening" });
  const back = { action: "talk", conference: third.id, calls: [third.two.id], on: false };
  expect((await act(presenter, back)).error?.message).toBe("There is no such conference.");
  await desk.db.updateTable("station_line_feed").set({ feeds_air: true }).execute();
});

test("[CF22] a colleague comes in beside who started it, has the callers when that one is lost, and is on air on a line that feeds it", async () => {
  const { presenter, producer, screener } = desk.people;
  const { one, two, leg, id } = await conferenceOfTwo();
  const join = { action: "join", conference: id, line: "line2" };
  expect((await act(screener, join)).status).toBe(403);
  expect((await act(presenter, join)).error?.message).toBe("You are in this conference.");

  const { claim } = await act(producer, join);
  const beside = await desk.connect(producer, { claim });
  expect(membersOf(id)).toEqual([one.sid, two.sid, leg, beside].toSorted());
  for (const call of [one.id, two.id]) {
    expect((await desk.call(call)).desk).toMatchObject({
      status: "on_air",
      holder: { user: presenter.id },
    });
  }
  await act(producer, { action: "remove", conference: id, calls: [two.id] });
  expect((await desk.call(two.id)).desk).toMatchObject({
    status: "held",
    holder: { user: producer.id },
  });
  await act(producer, { action: "add", conference: id, calls: [two.id] });
  expect((await act(producer, { action: "mute", conference: id, calls: [one.id] })).status).toBe(
    200,
  );

  await desk.service.drop(leg);
  await desk.service.settle();
  for (const call of [one.id, two.id]) {
    expect((await desk.call(call)).desk).toMatchObject({
      status: "on_air",
      holder: { user: producer.id, line: "line2" },
    });
  }
  const again = await act(presenter, { ...join, line: "line1" });
  await desk.connect(presenter, { claim: again.claim });
  await act(producer, { action: "leave", conference: id });
  expect((await desk.call(one.id)).desk).toMatchObject({
    status: "screening",
    holder: { user: presenter.id, line: "line1" },
  });
});

test("[CF27] who is on hold in a conference hears what waits: the live programme where there is one", async () => {
  const { presenter } = desk.people;
  const { two, id } = await conferenceOfTwo();
  const live = "https://radio.example/live.mp3";
  await desk.db
    .insertInto("station_telephony")
    .values({ station_id: desk.station, live_programme_url: live })
    .onConflict((conflict) =>
      conflict.column("station_id").doUpdateSet({ live_programme_url: live }),
    )
    .execute();
  desk.service.commands.length = 0;
  await act(presenter, { action: "hold", conference: id, calls: [two.id] });

  const { url = "" } = desk.service.commands.find(({ type }) => type === "hold") ?? {};
  const { pathname, search } = new URL(url);
  const { body } = await desk.service.post(`${pathname}${search}`, { CallSid: two.sid });
  expect(body).toContain(`<Play loop="0">${live}</Play>`);
});

test("[CF28] a caller on hold is resumed privately on a line off air alone, and whoever is talked with goes on", async () => {
  const { presenter } = desk.people;
  const held = await desk.converse(presenter, "line1", "+61491570156");
  await desk.hold(presenter, held.id, true);
  const onAir = await desk.converse(presenter, "line2", "+61491570157");
  function resume(line: string) {
    const body = { call: held.id, hold: false, line, privately: true };
    return desk.post("/twilio/calls/handle_hold", body, presenter);
  }
  await desk.service.drop(held.leg);
  expect((await resume("line2")).body["error"]).toMatchObject({
    message: "Line 2 feeds the air: no talk on it is private.",
  });
  const { body } = await resume("line1");
  await desk.connect(presenter, { claim: body["claim"] as Claim });
  expect((await desk.call(held.id)).desk).toMatchObject({ status: "screening" });
  expect((await desk.call(onAir.id)).desk).toMatchObject({ status: "on_air" });
});
