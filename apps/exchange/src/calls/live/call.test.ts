import { describe, expect, test } from "vitest";

import { nextCallState, type CallEvent, type CallState } from "./call.ts";

const QUEUED: CallState = { status: "queued" };
const RINGING: CallState = { status: "ringing" };
const UP: CallState = { status: "in-progress", answeredAt: 5 };
const OVER: CallState = {
  status: "completed",
  answeredAt: 5,
  endedAt: 9,
  end: { cause: "hangup" },
};
const RANG: CallEvent = { type: "rang" };
const ANSWERED: CallEvent = { type: "answered", at: 7 };

describe("the call state", () => {
  test.each<[CallState, CallEvent, string]>([
    [QUEUED, RANG, "ringing"],
    [QUEUED, ANSWERED, "in-progress"],
    [RINGING, RANG, "ringing"],
    [RINGING, ANSWERED, "in-progress"],
    [UP, RANG, "in-progress"],
    [UP, ANSWERED, "in-progress"],
    [OVER, RANG, "completed"],
    [OVER, ANSWERED, "completed"],
  ])("%o with the event %o becomes %s", (state, event, expected) => {
    expect(nextCallState(state, event).status).toBe(expected);
  });

  test.each([
    ["hangup", "canceled"],
    ["cancelled", "canceled"],
    ["busy", "busy"],
    ["declined", "busy"],
    ["no-answer", "no-answer"],
    ["not-found", "failed"],
    ["unreachable", "failed"],
    ["failed", "failed"],
    ["media-lost", "failed"],
    ["signalling-lost", "failed"],
  ] as const)(
    "of an unanswered call that ends with the cause %s becomes %s, and of an answered one `completed`",
    (cause, expected) => {
      const event: CallEvent = { type: "ended", at: 9, end: { cause } };

      expect(nextCallState(RINGING, event).status).toBe(expected);
      expect(nextCallState(QUEUED, event).status).toBe(expected);
      expect(nextCallState(UP, event)).toMatchObject({
        status: "completed",
        answeredAt: 5,
        endedAt: 9,
      });
    },
  );

  test("is the same object after an event that comes too late", () => {
    const event: CallEvent = { type: "ended", at: 99, end: { cause: "busy" } };

    expect(nextCallState(OVER, event)).toBe(OVER);
    expect(nextCallState(UP, ANSWERED)).toBe(UP);
  });
});
