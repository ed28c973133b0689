import { afterEach, beforeEach, expect, test } from "vitest";

import type { Call, Claim, DeviceLine } from "@linedesk/contract";
import type { Person } from "../support/people.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

let desk: TelephoneDesk;

beforeEach(async () => {
  desk = await TelephoneDesk.open();
  desk.present.delete(desk.people.screener.id);
});
afterEach(() => desk.close());

async function takeNext(person: Person, line: DeviceLine = "line1") {
  const body = { action: "take_next", station: desk.station, line };
  const answer = await desk.post("/twilio/calls/handle_call", body, person);
  const { call, claim, error } = answer.body as {
    call: Call;
    claim: Claim | null;
    error?: { code: string; message: string; fields?: Record<string, string> };
  };
  return { status: answer.status, call, claim, error };
}

test("[DS15] seats that press at once get a caller each, the first ones of the one order", async () => {
  const { owner, screener, presenter, producer, admin } = desk.people;
  const waiting: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    waiting.push((await desk.ring(`+6149157${String(1_000 + number)}`)).id);
  }
  const seats = [owner, screener, presenter, producer, admin];

  const taken = await Promise.all(
    seats.flatMap((seat) => [takeNext(seat, "line1"), takeNext(seat, "line2")]),
  );

  expect(taken.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(taken.map(({ call }) => call.id).toSorted()).toEqual(waiting.slice(0, 10).toSorted());
  expect(new Set(taken.map(({ claim }) => claim?.id)).size).toBe(10);
});

test("[DS15] when fewer wait than press, the others are told so in words, without a code", async () => {
  const { owner, screener } = desk.people;
  await desk.ring();

  const answers = await Promise.all([takeNext(owner), takeNext(screener)]);

  const [taken, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect([taken?.status, refused?.status]).toEqual([200, 409]);
  expect(refused?.error?.message).toBe("Nobody is waiting.");
});

test("[DS15] take_next needs a station and a line, which are named", async () => {
  const { owner } = desk.people;
  for (const [missing, body] of [
    ["station", { action: "take_next", line: "line1" }],
    ["line", { action: "take_next", station: desk.station }],
    ["call", { action: "accept", line: "line1" }],
  ] as const) {
    const answer = await desk.post("/twilio/calls/handle_call", body, owner);

    expect(answer.status).toBe(400);
    expect(answer.body["error"]).toMatchObject({ fields: { [missing]: "is needed" } });
  }
});

test("[DS15] take_next is for members of the station", async () => {
  expect((await takeNext(desk.people.outsider)).status).toBe(403);
  const body = { action: "take_next", station: desk.station, line: "line1" };
  expect((await desk.post("/twilio/calls/handle_call", body)).status).toBe(401);
});

test("[QU2] after a reload Next gives the seat its own caller first, then whom nobody attends, then the queue", async () => {
  const { owner, screener } = desk.people;
  const others = await desk.converse(screener, "line1", "+61491570157");
  const mine = await desk.converse(owner, "line1", "+61491570156");
  const waiting = await desk.ring("+61491570158");
  await desk.service.drop(others.leg);
  await desk.service.drop(mine.leg);
  await desk.service.settle();

  const first = await takeNext(owner, "line1");
  const second = await takeNext(owner, "line2");
  const third = await takeNext(screener, "line1");

  expect([first.call.id, second.call.id, third.call.id]).toEqual([mine.id, others.id, waiting.id]);
});

test("[QU2] [QU3] while a screener is at a seat, Next takes no waiting callers but the screener's own does", async () => {
  const { owner, screener, presenter } = desk.people;
  const early = await desk.ring("+61491570156");
  const late = await desk.ring("+61491570157");
  desk.present.add(screener.id);

  const refused = await takeNext(presenter);
  await desk.handle(screener, late.id, "verify");
  const ready = await takeNext(presenter);
  const byScreener = await takeNext(screener);
  const third = await desk.ring("+61491570158");
  desk.present.delete(screener.id);
  const alone = await takeNext(owner);

  expect(refused).toMatchObject({ status: 409, error: { message: "Nobody is waiting." } });
  expect(ready.call.id).toBe(late.id);
  expect(byScreener.call.id).toBe(early.id);
  expect(alone.call.id).toBe(third.id);
});

test("[QU3] a screener's Next leaves who is ready to somebody at a seat who may take to air", async () => {
  const { screener, presenter } = desk.people;
  const ready = await desk.ring("+61491570156");
  await desk.handle(screener, ready.id, "verify");
  const waiting = await desk.ring("+61491570157");
  desk.present.clear();
  desk.present.add(screener.id);
  desk.present.add(presenter.id);

  const first = await takeNext(screener, "line1");
  const second = await takeNext(screener, "line2");
  desk.present.delete(presenter.id);
  const alone = await takeNext(screener, "line2");

  expect(first.call.id).toBe(waiting.id);
  expect(second).toMatchObject({ status: 409, error: { message: "Nobody is waiting." } });
  expect(alone.call.id).toBe(ready.id);
});

test("[QU2] [DS16] Next takes the marked call first, and neither who is leaving nor a locked one of somebody else", async () => {
  const { owner, presenter } = desk.people;
  const first = await desk.ring("+61491570156");
  const marked = await desk.ring("+61491570157");
  const leaving = await desk.ring("+61491570158");
  await desk.handle(presenter, leaving.id, "mark_next");
  await desk.handle(presenter, marked.id, "mark_next");
  await desk.post("/twilio/calls/reject_call", { calls: [leaving.id] }, presenter);
  const locked = await desk.converse(presenter, "line2", "+61491570159");
  await desk.handle(presenter, locked.id, "lock");
  await desk.service.drop(locked.leg);
  await desk.service.settle();

  const taken = [await takeNext(owner, "line1"), await takeNext(owner, "line2")];

  expect(taken.map(({ call }) => call.id)).toEqual([marked.id, first.id]);
  expect((await takeNext(desk.people.admin)).status).toBe(409);
});
