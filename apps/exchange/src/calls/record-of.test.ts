import { expect, test } from "vitest";
import type { CallState } from "./call.ts";
import type { LegEnd } from "./leg.ts";
import type { CallOrigin } from "./call-origin.ts";
import { CallTree } from "./outgoing/call-tree.ts";
import { recordOf, whyOf } from "./record-of.ts";

test("a call's record has nothing that is never kept", () => {
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
    callToken: () => "secret",
    innerDepth: 1,
    tree: new CallTree(),
  };
  const at = new Date(0);
  const more = { createdAt: at, updatedAt: at, queueTimeMs: 0, answeredBy: null, trunkSid: null };

  const record = recordOf({ sid: "CA1", origin, state: { status: "queued" }, ...more });

  const hidden = ["stirStatus", "appParams", "callToken", "innerDepth", "tree"];
  expect(Object.keys(record).filter((name) => hidden.includes(name))).toEqual([]);
  expect(record).toMatchObject({ sid: "CA1", from: "client:alice" });
});

test("[XR171] a call begins when it is dialled, and not before", () => {
  const origin = { direction: "outbound-api" } as CallOrigin;
  const at = new Date(10_000);
  const about = { createdAt: at, updatedAt: at, queueTimeMs: 0, answeredBy: null, trunkSid: null };
  const begun = (state: CallState) => recordOf({ sid: "CA1", origin, state, ...about }).startedAt;

  expect(begun({ status: "queued" })).toBeNull();
  expect(begun({ status: "ringing" })).toEqual(at);
});

test.each<[LegEnd, string]>([
  [{ cause: "unreachable", message: "no SIP trunk" }, "unreachable: no SIP trunk"],
  [{ cause: "busy", sipCode: 486, voiceCode: 31486 }, "busy 486 31486"],
  [{ cause: "failed", sipCode: 503, message: "too many calls" }, "failed 503: too many calls"],
])("the log has %o end as '%s'", (end, words) => {
  const state = { status: "failed", answeredAt: null, endedAt: 0, end } as const;

  expect(whyOf(state)).toEqual({ message: words });
  expect(whyOf({ status: "queued" })).toEqual({});
});
