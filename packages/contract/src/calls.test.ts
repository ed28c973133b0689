import { expect, test } from "vitest";

import { handleCall } from "./call-queue.ts";
import { deviceLine } from "./calls.ts";

const call = "0192f0a0-0000-7000-8000-00000000a11c";
function accepts(action: string): boolean {
  return handleCall.body.safeParse({ call, action }).success;
}

test("[DS1] handle_call knows accept, take_over and hang_up, and nothing else", () => {
  expect(["accept", "take_over", "hang_up"].map(accepts)).toEqual([true, true, true]);
  expect(["answer", "ACCEPT", "hangup", "", "accept "].map(accepts)).not.toContain(true);
});

test("[LN1] there are line1 and line2, and no third", () => {
  expect(deviceLine.options).toEqual(["line1", "line2"]);
});
