import { expect, test } from "vitest";

import type { LegEnd } from "../legs/leg.ts";
import { buildCallRecord } from "./build-call-record.ts";
import type { CallOrigin } from "./call-origin.ts";
import { CallTree } from "./call-tree.ts";
import type { CallState } from "./call.ts";

test("the record of a call does not contain the facts that are never stored", () => {
  const origin: CallOrigin = {
    accountSid: "AC1",
    parentCallSid: null,
    from: "client:alice",
    to: "+61255500100",
    callerName: null,
    forwardedFrom: null,
    phoneNumberSid: null,
    applicationSid: null,
    direction: "inbound",
    stirStatus: null,
    appParams: [["To", "+61255500100"]],
    internalDepth: 1,
    isVerification: true,
    tree: new CallTree(),
  };
  const at = new Date(0);
  const more = { createdAt: at, updatedAt: at, begunAt: null, trunkSid: null };

  const record = buildCallRecord({ sid: "CA1", origin, state: { status: "queued" }, ...more });

  const hidden = ["stirStatus", "appParams", "internalDepth", "isVerification", "tree"];
  expect(Object.keys(record).filter((name) => hidden.includes(name))).toEqual([]);
  expect(record).toMatchObject({ sid: "CA1", from: "client:alice" });
});

const end: LegEnd = { cause: "cancelled" };
const ended: CallState = { status: "canceled", answeredAt: null, endedAt: 12_000, end };

function begunOf(state: CallState, begunAt: Date | null) {
  const origin = { direction: "outbound-api" } as CallOrigin;
  const [createdAt, updatedAt] = [new Date(10_000), new Date(12_000)];
  const about = { createdAt, updatedAt, begunAt, trunkSid: null };
  const { startedAt, queueTimeMs } = buildCallRecord({ sid: "CA1", origin, state, ...about });
  return [startedAt?.getTime() ?? null, queueTimeMs];
}

test("[XR10] the start time of a call is the time at which it is dialled; a queued call has none", () => {
  expect(begunOf({ status: "queued" }, null)).toEqual([null, 0]);
  expect(begunOf({ status: "queued" }, new Date(10_000))).toEqual([null, 0]);
  expect(begunOf({ status: "ringing" }, new Date(10_000))).toEqual([10_000, 0]);
});

test("[XR10] a queued call starts when it is dialled, and never if it is not dialled", () => {
  expect(begunOf({ status: "ringing" }, new Date(11_500))).toEqual([11_500, 1500]);
  expect(begunOf(ended, new Date(11_500))).toEqual([11_500, 1500]);
  expect(begunOf(ended, null)).toEqual([null, 0]);
});

test("[XR225] the duration of a call is never negative, even if the clock is set back", () => {
  const origin = { direction: "inbound" } as CallOrigin;
  const at = new Date(10_000);
  const about = { createdAt: at, begunAt: at, updatedAt: at, trunkSid: null };
  const state: CallState = { status: "completed", answeredAt: 11_000, endedAt: 1_000, end };

  expect(buildCallRecord({ sid: "CA1", origin, state, ...about }).durationS).toBe(0);
});
