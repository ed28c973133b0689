import { afterEach, expect, test } from "vitest";

import type { Call, Conference } from "@linedesk/contract";
import { lockCall } from "../../src/calls/change-call.ts";
import {
  closeMembership,
  insertConference,
  insertMember,
} from "../../src/calls/store/conference-store.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { ConferenceDesk } from "../support/conference-desk.ts";
import { aStation, type Person } from "../support/people.ts";
import { notPickUp, pickUp } from "../support/scripted-dialling.ts";
import { waitBehind } from "../support/wait-behind.ts";

const conferring = await ConferenceDesk.open();
const { desk } = conferring;
afterEach(() => {
  desk.service.isSilent = false;
  return conferring.clear();
});
test("[CF1] [CF2] [CF3] callers are merged into one room, and the list names its members", async () => {
  const { screener } = desk.people;
  const { one, two, leg, id } = await conferring.ofTwo();

  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid, leg].toSorted());
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

test("[CF7] on a line that feeds the air all callers are on air, and the permission air is required", async () => {
  const { screener } = desk.people;
  const { one, two, id } = await conferring.ofTwo("line2");

  for (const call of [one.id, two.id]) {
    expect((await desk.call(call)).desk).toMatchObject({ status: "on_air" });
  }
  for (const action of ["add", "remove", "mute", "hold", "leave", "end"]) {
    const refused = await conferring.act(screener, { action, conference: id, calls: [one.id] });
    expect([action, refused.status]).toEqual([action, 403]);
  }
  expect((await conferring.act(screener, { action: "start", calls: [one.id] })).status).toBe(403);
});

test("[CF2] an impossible action is refused with a message and changes nothing", async () => {
  const { presenter, producer } = desk.people;
  const waiting = await desk.ring("+61491570158");
  const refusals: [Person, object, number, string][] = [
    [presenter, { action: "start" }, 400, "Choose the calls."],
    [presenter, { action: "hold" }, 400, "Choose a conference."],
    [presenter, { action: "hold", conference: uuidV7() }, 404, "There is no such conference."],
    [
      presenter,
      { action: "start", calls: [waiting.id] },
      409,
      "To start a conference, talk with a caller first.",
    ],
  ];
  const { one, two, id } = await conferring.ofTwo();
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
    const refused = await conferring.act(person, body);
    expect([refused.status, refused.error?.message]).toEqual([status, message]);
  }
  expect(conferring.membersOf(id)).toContain(one.sid);
  expect((await conferring.act(presenter, { action: "juggle" })).status).toBe(400);
});

test("[CF2] adding a caller is refused when a colleague adds the caller to another conference at the same moment", async () => {
  const { presenter, producer } = desk.people;
  const { station } = desk;
  const { id } = await conferring.ofTwo();
  const wanted = await desk.ring("+61491570158");
  const other = { id: uuidV7(), station, startedBy: producer.id, startedAt: new Date() };

  const refused = await waitBehind(desk.db, {
    write: async (trx) => {
      await lockCall(trx, wanted.id);
      await insertConference(trx, other);
      await insertMember(trx, { conference: other.id, call: wanted.id, at: new Date() });
    },
    act: () => conferring.act(presenter, { action: "add", conference: id, calls: [wanted.id] }),
  });

  expect([refused.status, refused.error?.message]).toEqual([
    409,
    "This caller is in a conference.",
  ]);
});

async function untilHeld(of: string): Promise<void> {
  const { commands } = desk.service;
  await expect
    .poll(() => commands.some(({ type, sid }) => type === "hold" && sid === of))
    .toBe(true);
}

test("[CF9] a hold of a caller who leaves the conference meanwhile is refused immediately", async () => {
  const { presenter } = desk.people;
  const { id, two } = await conferring.ofTwo();
  desk.service.isSilent = true;

  const holding = conferring.act(presenter, { action: "hold", conference: id, calls: [two.id] });
  await untilHeld(two.sid);
  await desk.db.transaction().execute((trx) => closeMembership(trx, two.id, new Date()));
  const refused = await holding;

  expect([refused.status, refused.error?.message]).toEqual([
    409,
    "This caller is not in the conference.",
  ]);
});

test("[CF9] a hold during a colleague's resume is refused as a conflict", async () => {
  const { presenter } = desk.people;
  const { id, two } = await conferring.ofTwo();
  desk.service.isSilent = true;

  const holding = conferring.act(presenter, { action: "hold", conference: id, calls: [two.id] });
  await untilHeld(two.sid);
  desk.service.isSilent = false;
  const room = desk.service.rooms.get(`conference:${id}`);
  if (room !== undefined) {
    await desk.service.reportToConference(room, "participant-unhold", { CallSid: two.sid });
  }
  const overtaken = await holding;

  expect([overtaken.status, overtaken.error?.code, overtaken.error?.message]).toEqual([
    409,
    "conflict",
    "Somebody changed this caller in the meantime. Check the caller and try again.",
  ]);
});

test("[CF2] a conference accepts no caller of another station, whatever the person's roles are", async () => {
  const { presenter, producer } = desk.people;
  const elsewhere = await aStation(desk.db, [[presenter, "presenter"]]);
  const foreign = await desk.ring("+61491570159", await desk.aLine({ station_id: elsewhere }));
  const { one, two, id } = await conferring.ofTwo();

  for (const calls of [[foreign.id], [(await desk.ring()).id, foreign.id]]) {
    const { status, error } = await conferring.act(presenter, {
      action: "add",
      conference: id,
      calls,
    });
    expect([status, error?.message]).toEqual([
      400,
      "All calls of a conference must belong to one station.",
    ]);
  }

  const there = await desk.get(`/twilio/calls/call_list?station=${elsewhere}`, presenter);
  expect(there.body["calls"]).toMatchObject([{ id: foreign.id, desk: { status: "waiting" } }]);
  const { body } = await desk.get(`/conference?station=${desk.station}`, producer);
  const [conference] = body["conferences"] as Conference[];
  expect(conference?.members.map(({ call }) => call)).toEqual([one.id, two.id]);
});

test("[CF12] a conference's caller is not swapped, offered or taken over, and verifying moves no one", async () => {
  const { presenter, producer } = desk.people;
  const { one, id } = await conferring.ofTwo();

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

test("[CF6] [CF10] leaving ends no call, a hang-up ends one caller immediately, and the last caller who leaves ends the conference", async () => {
  const { presenter } = desk.people;
  const { one, two, leg, id } = await conferring.ofTwo();

  await conferring.act(presenter, { action: "leave", conference: id });
  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid].toSorted());
  expect(await desk.call(one.id)).toMatchObject({
    desk: { status: "held", unattended: false, holder: { user: presenter.id } },
    conference: { id, onHold: false },
  });
  expect(desk.service.calls.has(leg)).toBe(false);

  const back = await desk.hold(presenter, one.id, false);
  const again = await desk.connect(presenter, { claim: back.claim });
  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid, again].toSorted());
  expect((await desk.call(two.id)).desk).toMatchObject({ status: "screening" });

  await desk.handle(presenter, one.id, "hang_up");
  await desk.service.settle();
  expect(conferring.membersOf(id)).toEqual([two.sid, again].toSorted());

  await desk.service.drop(two.sid);
  await desk.service.settle();
  expect(desk.service.calls.has(again)).toBe(false);
  const { body } = await desk.get(`/conference?station=${desk.station}`, presenter);
  expect(body["conferences"]).toEqual([]);
});

test("reconciliation changes nothing in a correct conference, and brings missing callers back", async () => {
  const { one, two, leg, id } = await conferring.ofTwo();
  await desk.pass(5_000);
  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid, leg].toSorted());

  await desk.service.drop(leg);
  await desk.service.settle();
  expect((await desk.call(two.id)).desk).toMatchObject({ status: "held", unattended: true });
  await desk.pass(40_000);
  const room = desk.service.rooms.get(`conference:${id}`);
  expect([...(room?.participants.values() ?? [])]).toEqual([{ hold: false }, { hold: false }]);

  room?.participants.delete(two.sid);
  await desk.pass(40_000);
  await desk.service.settle();
  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid].toSorted());
});

test("[OB1] [CF10] a number is dialled into the conference if the dialling rules allow it, and leaves if nobody answers", async () => {
  const { presenter, screener } = desk.people;
  const { leg, id } = await conferring.ofTwo();
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
  expect(conferring.membersOf(id)).toContain(joan.sid);

  const nobody = await dial("0491 570 313");
  await notPickUp(desk.service, nobody.sid, { status: "busy", sipCode: "486" });
  const { body } = await desk.get(`/conference?station=${desk.station}`, presenter);
  const [listed] = body["conferences"] as Conference[];
  expect(listed?.members).toHaveLength(3);
  expect(desk.service.calls.has(leg)).toBe(true);
});

test("[CF16] the start and stop of speech are published for callers only", async () => {
  const { one, leg, id } = await conferring.ofTwo();
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

test("[CF9] a conference has at most 20 people", async () => {
  const { presenter } = desk.people;
  const { id } = await conferring.ofTwo();
  const others: string[] = [];
  for (let n = 0; n < 19; n += 1) {
    others.push((await desk.ring(`+6149157${String(1000 + n)}`)).id);
  }
  const tooMany = await conferring.act(presenter, { action: "add", conference: id, calls: others });
  expect([tooMany.status, tooMany.error?.message]).toEqual([
    409,
    "The conference is full. It has room for 20 people.",
  ]);
  const added = await conferring.act(presenter, {
    action: "add",
    conference: id,
    calls: others.slice(0, 18),
  });
  expect(added.conference?.members).toHaveLength(20);
  expect(conferring.membersOf(id)).toHaveLength(21);
});

test("[CF30] a caller who is added is with the conference's operator at once, and never unattended", async () => {
  const { presenter, screener } = desk.people;
  const { id } = await conferring.ofTwo("line2");
  const lost = await desk.converse(screener, "line1", "+61491570158");
  const other = await desk.converse(presenter, "line1", "+61491570159");
  await desk.service.drop(lost.leg);
  await desk.service.settle();
  expect((await desk.call(lost.id)).desk).toMatchObject({ status: "held", unattended: true });
  const holder = { user: presenter.id, line: "line2" };

  desk.service.isSilent = true;
  const calls = [lost.id, other.id];
  await conferring.act(presenter, { action: "add", conference: id, calls });
  expect((await desk.call(lost.id)).desk).toMatchObject({
    status: "held",
    unattended: false,
    holder,
  });
  expect((await desk.call(other.id)).desk).toMatchObject({ status: "screening", holder });

  desk.service.isSilent = false;
  await desk.service.drop(other.leg);
  await desk.service.settle();
  expect((await desk.call(other.id)).desk).toMatchObject({ status: "screening", holder });
});
