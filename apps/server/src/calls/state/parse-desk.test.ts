import { expect, test } from "vitest";

import { parseCallState, parseDesk, parseSeen } from "./parse-desk.ts";

function ended(reason: string) {
  return { status: "ended", reason, at: "2026-01-01", verified: false };
}

const reasons = [
  "caller_hung_up",
  "operator_hung_up",
  "rejected",
  "line_closed",
  "blocked",
  "forwarded",
  "no_answer",
  "busy",
  "declined",
  "not_found",
  "failed",
  "time_limit",
  "exchange_lost",
];

test("[CA15] an ended call has one of thirteen reasons, and any other reason is refused", () => {
  for (const reason of reasons) {
    expect(parseDesk(ended(reason))).toEqual(ended(reason));
  }

  expect(() => parseDesk(ended("completed"))).toThrow("reason");
});

test("[CA1] the reason of an ended call state is a word of the network, and a reason of the desk is refused", () => {
  const state = { status: "ended", reason: "canceled" };

  expect(parseCallState(state)).toEqual(state);
  expect(() => parseCallState({ status: "ended", reason: "caller_hung_up" })).toThrow("reason");
});

test("[CA4] a state with missing data and an unknown state are refused", () => {
  expect(() => parseDesk({ status: "screening", since: "2026-01-01" })).toThrow("leg");
  expect(() => parseDesk({ status: "parked" })).toThrow("status");
});

test("a call that was never in a room has no conference position", () => {
  expect(parseSeen(null)).toBeNull();
  expect(parseSeen({ room: "CF1", sequence: 3 })).toEqual({ room: "CF1", sequence: 3 });
});
