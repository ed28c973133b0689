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

test("[DS15] seats that press Next at the same time get different callers, the first of the one order", async () => {
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

test("[DS15] when fewer callers wait than seats press, the others get the message that nobody is waiting", async () => {
  const { owner, screener } = desk.people;
  await desk.ring();

  const answers = await Promise.all([takeNext(owner), takeNext(screener)]);

  const [taken, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect([taken?.status, refused?.status]).toEqual([200, 409]);
  expect(refused?.error?.message).toBe("Nobody is waiting.");
});

test("[DS15] take_next requires a station and a line, and the error names them", async () => {
  const { owner } = desk.people;
  const { id: call } = await desk.ring();
  for (const [missing, body] of [
    ["station", { action: "take_next", line: "line1" }],
    ["line", { action: "take_next", station: desk.station }],
    ["call", { action: "accept", line: "line1" }],
    ["line", { action: "accept", call }],
  ] as const) {
    const answer = await desk.post("/twilio/calls/handle_call", body, owner);

    expect(answer.status).toBe(400);
    expect(answer.body["error"]).toMatchObject({ fields: { [missing]: { reason: "is_needed" } } });
  }
});
