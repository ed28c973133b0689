import { afterEach, expect, test } from "vitest";

import { makeClaim } from "../../src/calls/claims/make-claim.ts";
import { ConferenceDesk } from "../support/conference-desk.ts";
import { waitBehind } from "../support/wait-behind.ts";

const conferring = await ConferenceDesk.open();
const { desk } = conferring;
afterEach(() => conferring.clear());
async function withOneHeld() {
  const made = await conferring.ofTwo();
  const { presenter } = desk.people;
  await conferring.act(presenter, { action: "hold", conference: made.id, calls: [made.two.id] });
  return made;
}

test("[CF17] [DS22] a held caller talks privately on the other line in another room, and is then on hold again and not heard", async () => {
  const { presenter } = desk.people;
  const { one, two, leg, id } = await withOneHeld();
  const request = { action: "talk", conference: id, calls: [two.id], line: "line1" };
  const refusals: [object, string][] = [
    [{ line: "line1" }, "A private talk needs your other line, and that line must be free."],
    [{ line: "line2" }, "Line 2 feeds the air, so a talk on it is not private."],
    [
      { line: "line2", calls: [one.id] },
      "You can only talk privately with a caller who is on hold in the conference.",
    ],
  ];
  for (const [more, message] of refusals) {
    if ("calls" in more) {
      await conferring.feedAir(false);
    }
    const refused = await conferring.act(presenter, { ...request, ...more });
    expect([refused.status, refused.error?.message]).toEqual([409, message]);
  }

  // A line that is connecting to another call is busy too, and its claim stays valid.
  const next = await desk.ring("+61491570158");
  const accepted = await desk.handle(presenter, next.id, "accept", "line2");
  const busy = await conferring.act(presenter, { ...request, line: "line2" });
  expect(busy.error?.message).toBe(
    "A private talk needs your other line, and that line must be free.",
  );
  await desk.connect(presenter, accepted);
  expect((await desk.call(next.id)).desk).toMatchObject({ status: "screening" });
  await desk.service.drop(next.sid);
  await desk.service.settle();

  const began = await conferring.act(presenter, { ...request, line: "line2" });
  expect(began.claim).toMatchObject({ line: "line2" });
  const other = await desk.connect(presenter, { claim: began.claim });
  expect(conferring.membersOf(id)).toEqual([one.sid, leg].toSorted());
  const room = desk.service.rooms.get(`call:${two.id}`);
  expect(Object.fromEntries(room?.participants ?? [])).toEqual({
    [two.sid]: { hold: false },
    [other]: { hold: false },
  });
  expect(await desk.call(two.id)).toMatchObject({
    desk: { status: "screening", holder: { line: "line2" } },
    conference: null,
    talkback: id,
  });
  expect((await desk.call(one.id)).desk).toMatchObject({ status: "screening" });

  desk.service.commands.length = 0;
  const ended = await conferring.act(presenter, {
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
  await conferring.act(presenter, { action: "hold", conference: id, on: false });
  expect((await desk.call(two.id)).desk).toMatchObject({ status: "screening" });
});

test("[CF17] a private talk whose line takes another call at the same moment leaves the caller on hold in the conference", async () => {
  const { presenter } = desk.people;
  await conferring.feedAir(false);
  const { one, two, leg, id } = await withOneHeld();
  const next = await desk.ring("+61491570158");
  const line = "line2" as const;
  const holder = { user: presenter.id, name: presenter.name, line };
  const at = { station: desk.station, line, role: "presenter" as const };
  const wanted = { call: next.id, holder, at, feedsAir: false, audioServer: null, service: "main" };

  const aside = { action: "talk" as const, conference: id, calls: [two.id], line };
  const refused = await waitBehind(desk.db, {
    write: (trx) => makeClaim(trx, wanted, new Date(desk.clock.now())),
    act: () => conferring.act(presenter, aside),
  });

  expect([refused.status, refused.error?.message]).toEqual([
    409,
    "Another call is already on this line.",
  ]);
  const stayed = await desk.call(two.id);
  expect(stayed).toMatchObject({
    desk: { status: "held", holder: { user: presenter.id, line: "line1" } },
    conference: { id, onHold: true },
  });
  expect(stayed.talkback).toBeUndefined();
  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid, leg].toSorted());
});

test("[CF17] a private talk ends when its conference ends with `END`, and continues after `HOLD` and after the last other member leaves", async () => {
  const { presenter } = desk.people;
  await conferring.feedAir(false);
  async function inPrivate() {
    const made = await withOneHeld();
    const began = await conferring.act(presenter, {
      action: "talk",
      conference: made.id,
      calls: [made.two.id],
      line: "line2",
    });
    const other = await desk.connect(presenter, { claim: began.claim });
    return { ...made, other };
  }
  const first = await inPrivate();
  await conferring.act(presenter, { action: "end", conference: first.id, behavior: "END" });
  expect((await desk.call(first.two.id)).desk.status).toBe("ended");
  expect(desk.service.calls.has(first.other)).toBe(false);

  const second = await inPrivate();
  await conferring.act(presenter, { action: "end", conference: second.id, behavior: "HOLD" });
  expect((await desk.call(second.one.id)).desk.status).toBe("held");
  const continued = await desk.call(second.two.id);
  expect(continued.desk).toMatchObject({ status: "screening", holder: { line: "line2" } });
  expect(continued.talkback).toBeUndefined();
  await desk.service.drop(second.two.sid);
  await desk.service.drop(second.one.sid);

  const third = await inPrivate();
  await desk.service.drop(third.one.sid);
  await desk.service.settle();
  expect(desk.service.calls.has(third.leg)).toBe(false);
  expect((await desk.call(third.two.id)).desk).toMatchObject({ status: "screening" });
  const back = { action: "talk", conference: third.id, calls: [third.two.id], on: false };
  expect((await conferring.act(presenter, back)).error?.message).toBe(
    "There is no such conference.",
  );
});

test("[CF22] a colleague joins a conference, keeps the callers when its first operator is lost, and is on air on a line that feeds the air", async () => {
  const { presenter, producer, screener } = desk.people;
  const { one, two, leg, id } = await conferring.ofTwo();
  const join = { action: "join", conference: id, line: "line2" };
  expect((await conferring.act(screener, join)).status).toBe(403);
  expect((await conferring.act(presenter, join)).error?.message).toBe(
    "You are already in this conference.",
  );

  const { claim } = await conferring.act(producer, join);
  const beside = await desk.connect(producer, { claim });
  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid, leg, beside].toSorted());
  for (const call of [one.id, two.id]) {
    expect((await desk.call(call)).desk).toMatchObject({
      status: "on_air",
      holder: { user: presenter.id },
    });
  }
  await conferring.act(producer, { action: "remove", conference: id, calls: [two.id] });
  expect((await desk.call(two.id)).desk).toMatchObject({
    status: "held",
    holder: { user: producer.id },
  });
  await conferring.act(producer, { action: "add", conference: id, calls: [two.id] });
  expect(
    (await conferring.act(producer, { action: "mute", conference: id, calls: [one.id] })).status,
  ).toBe(200);

  await desk.service.drop(leg);
  await desk.service.settle();
  for (const call of [one.id, two.id]) {
    expect((await desk.call(call)).desk).toMatchObject({
      status: "on_air",
      holder: { user: producer.id, line: "line2" },
    });
  }
  const again = await conferring.act(presenter, { ...join, line: "line1" });
  await desk.connect(presenter, { claim: again.claim });
  await conferring.act(producer, { action: "leave", conference: id });
  expect((await desk.call(one.id)).desk).toMatchObject({
    status: "screening",
    holder: { user: presenter.id, line: "line1" },
  });
});

test("[CF8] a silent operator without an open console is removed from a conference immediately", async () => {
  const { presenter, producer } = desk.people;
  const { one, two, leg, id } = await conferring.ofTwo();
  const { claim } = await conferring.act(producer, {
    action: "join",
    conference: id,
    line: "line1",
  });
  const beside = await desk.connect(producer, { claim });
  async function loseMedia(sid: string): Promise<void> {
    const room = desk.service.rooms.get(`conference:${id}`);
    if (room !== undefined) {
      await desk.service.reportToConference(room, "participant-media-lost", { CallSid: sid });
    }
    await desk.service.settle();
  }
  desk.present.add(presenter.id);
  await loseMedia(leg);
  await loseMedia(one.sid);
  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid, leg, beside].toSorted());

  desk.present.delete(presenter.id);
  await loseMedia(leg);
  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid, beside].toSorted());
  for (const call of [one.id, two.id]) {
    expect((await desk.call(call)).desk).toMatchObject({ holder: { user: producer.id } });
  }
  desk.present.delete(producer.id);
  await loseMedia(beside);
  expect(conferring.membersOf(id)).toEqual([one.sid, two.sid].toSorted());
  for (const call of [one.id, two.id]) {
    expect((await desk.call(call)).desk).toMatchObject({ status: "held", unattended: true });
  }
});

test("[CF10] a held member of a conference hears the same as waiting callers, the live programme if there is one", async () => {
  const { presenter } = desk.people;
  const { two, id } = await conferring.ofTwo();
  const live = "https://radio.example/live.mp3";
  await playProgramme(live);
  desk.service.commands.length = 0;
  await conferring.act(presenter, { action: "hold", conference: id, calls: [two.id] });

  const { url = "" } = desk.service.commands.find(({ type }) => type === "hold") ?? {};
  const { pathname, search } = new URL(url);
  const { body } = await desk.service.post(`${pathname}${search}`, { CallSid: two.sid });
  expect(body).toMatch(/<Play loop="0" musicUrl="[^"]+">/);
  expect(body).toContain(`>${live}</Play>`);
});

test("[CW20] a caller's sound is compared with the programme in a conference too, and a radio stays marked when the caller leaves the room", async () => {
  const { presenter } = desk.people;
  const live = "https://radio.example/live.mp3";
  await playProgramme(live);
  await conferring.feedAir(false);
  const { one, two, leg, id } = await conferring.ofTwo();
  const path = `/api/twilio/voice/join-conference?conference=${id}`;
  const documentOf = async (CallSid: string) => (await desk.service.post(path, { CallSid })).body;
  for (const { sid } of [one, two]) {
    expect(await documentOf(sid)).toContain(`programmeUrl="${live}"`);
  }
  expect(await documentOf(leg)).not.toContain("programmeUrl");

  const room = desk.service.rooms.get(`conference:${id}`);
  if (room === undefined) {
    throw new Error("there is no room");
  }
  const reportProgramme = (end: "start" | "stop", more: Record<string, string> = {}) =>
    desk.service.reportToConference(room, `participant-programme-${end}`, {
      CallSid: two.sid,
      ProgrammeLag: "1500",
      ...more,
    });
  await reportProgramme("start");
  await conferring.act(presenter, { action: "hold", conference: id, calls: [two.id] });
  const request = { action: "talk", conference: id, calls: [two.id], line: "line2" };
  await conferring.act(presenter, request);
  await reportProgramme("stop", { Reason: "participant-left" });
  expect((await desk.call(two.id)).programmeAudible).toBe(true);
  await reportProgramme("stop");
  expect((await desk.call(two.id)).programmeAudible).toBe(false);
});

async function playProgramme(live: string): Promise<void> {
  await desk.db
    .insertInto("station_telephony")
    .values({ station_id: desk.station, live_programme_url: live })
    .onConflict((conflict) =>
      conflict.column("station_id").doUpdateSet({ live_programme_url: live }),
    )
    .execute();
}
