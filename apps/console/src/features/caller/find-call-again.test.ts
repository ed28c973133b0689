import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall } from "../../testing/a-call.ts";
import { findCallAgain } from "./find-call-again.ts";

const person = "0190a000-0000-7000-8000-0000000000a1";

function of(n: number, caller: Partial<Call["caller"]>): Call {
  const call = aCall(n);
  return { ...call, caller: { ...call.caller, number: null, id: null, ...caller } };
}

test("[PN8] a new call of the person in the panel is found by the person, or else by the number", () => {
  const number = "+61491570006";
  const over = of(1, { id: person, number });

  expect(findCallAgain([over, of(2, { id: person })], over)?.id).toBe(aCall(2).id);
  expect(findCallAgain([over, of(2, { number })], over)?.id).toBe(aCall(2).id);
  expect(findCallAgain([over, of(2, { id: aCall(9).id, number })], over)).toBeNull();
  expect(findCallAgain([over, of(2, {})], of(1, {}))).toBeNull();
});
