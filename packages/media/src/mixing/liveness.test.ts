import { expect, test } from "vitest";

import { nextLiveness, type Liveness, type LivenessEvent } from "./liveness.ts";

const states: Liveness[] = [
  { status: "waiting", failsAtMs: null },
  { status: "waiting", failsAtMs: 30_000 },
  { status: "live", receivedMs: 0 },
  { status: "silent", sinceMs: 0, transportLost: false },
  { status: "silent", sinceMs: 0, transportLost: true },
  { status: "failed", message: "gone" },
];

const table: [LivenessEvent, number, string[]][] = [
  [{ type: "negotiated" }, 0, ["waiting", "waiting", "live", "silent", "silent", "failed"]],
  [{ type: "connected" }, 0, ["live", "live", "live", "silent", "silent", "failed"]],
  [{ type: "packet.received" }, 0, ["waiting", "waiting", "live", "live", "live", "failed"]],
  [{ type: "comfort.received" }, 0, ["waiting", "waiting", "live", "live", "live", "failed"]],
  [
    { type: "transport.lost", message: "x" },
    0,
    ["failed", "failed", "silent", "silent", "silent", "failed"],
  ],
  [{ type: "tick" }, 4999, ["waiting", "waiting", "live", "silent", "silent", "failed"]],
  [{ type: "tick" }, 5000, ["waiting", "waiting", "silent", "silent", "silent", "failed"]],
  [{ type: "tick" }, 30_000, ["waiting", "failed", "silent", "silent", "failed", "failed"]],
];

test.each(table)(
  "[XM11] %j at %i ms leads from each state to its successor",
  (event, nowMs, expected) => {
    expect(states.map((state) => nextLiveness(state, event, nowMs).status)).toEqual(expected);
  },
);

test("a leg without media fails thirty seconds after both sides have agreed to connect", () => {
  const negotiated = nextLiveness(
    { status: "waiting", failsAtMs: null },
    { type: "negotiated" },
    70,
  );
  expect(negotiated).toEqual({ status: "waiting", failsAtMs: 30_070 });
});
