import { expect, test } from "vitest";

import { aCall, BOB } from "../../testing/a-call.ts";
import { isWaiting } from "./select-calls.ts";

test("a claimed call does not wait", () => {
  const claimedBy = { user: BOB, name: "Bob", line: "line1" as const };

  expect(isWaiting(aCall(1))).toBe(true);
  expect(isWaiting(aCall(1, { claimedBy }))).toBe(false);
});
