import { expect, test } from "vitest";
import type { LegEnd } from "./leg.ts";
import { whyOf } from "./record-of.ts";

test.each<[LegEnd, string]>([
  [{ cause: "unreachable", message: "no SIP trunk" }, "unreachable: no SIP trunk"],
  [{ cause: "busy", sipCode: 486, voiceCode: 31486 }, "busy 486 31486"],
  [{ cause: "failed", sipCode: 503, message: "too many calls" }, "failed 503: too many calls"],
])("the log has %o end as '%s'", (end, words) => {
  const state = { status: "failed", answeredAt: null, endedAt: 0, end } as const;

  expect(whyOf(state)).toEqual({ message: words });
  expect(whyOf({ status: "queued" })).toEqual({});
});
