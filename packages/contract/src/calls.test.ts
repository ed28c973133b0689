import { expect, test } from "vitest";

import { handleCall } from "./call-queue.ts";
import { deviceLine } from "./calls.ts";

const call = "0192f0a0-0000-7000-8000-00000000a11c";
function accepts(action: string): boolean {
  return handleCall.body.safeParse({ call, action }).success;
}

test("[DS1] handle_call knows twelve actions, and nothing else", () => {
  const known = (
    "accept take_next take_over mark_next hang_up move swap " + "verify unverify lock unlock undo"
  ).split(" ");
  expect(known.filter(accepts)).toEqual(known);
  expect(
    ["answer", "ACCEPT", "hangup", "", "accept ", "offer", "decline"].map(accepts),
  ).not.toContain(true);
});

test("[LN1] there are line1 and line2, and no third", () => {
  expect(deviceLine.options).toEqual(["line1", "line2"]);
});
