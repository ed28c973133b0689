import { expect, test } from "vitest";

import type { PastCall } from "@linedesk/contract";
import { classifyOutcome } from "./PastCalls.tsx";

function aPastCall(over: Partial<PastCall>): PastCall {
  return {
    id: "0197a000-0000-7000-8000-000000000001",
    at: "2026-11-12T01:00:00Z",
    direction: "inbound",
    durationS: 0,
    waitS: 31,
    reason: "caller_hung_up",
    description: "",
    answeredBy: null,
    quality: null,
    ...over,
  };
}

test("a call whose caller hung up before the answer has the outcome `hungUpWaiting`", () => {
  expect(classifyOutcome(aPastCall({}))).toEqual({ type: "hungUpWaiting" });
});

test("an answered call has the outcome `talked`, whoever hung up", () => {
  const call = aPastCall({ durationS: 200, reason: "operator_hung_up", answeredBy: "Bob" });
  const short = aPastCall({ durationS: 0, answeredBy: "Bob" });

  expect(classifyOutcome(call)).toEqual({
    type: "talked",
    with: "Bob",
    reason: "operator_hung_up",
  });
  expect(classifyOutcome(short)).toEqual({ type: "talked", with: "Bob", reason: "caller_hung_up" });
});

test("an unanswered call that the caller did not end has the outcome `ended`, with the reason of its end", () => {
  expect(classifyOutcome(aPastCall({ reason: "rejected" }))).toEqual({
    type: "ended",
    reason: "rejected",
  });
});
