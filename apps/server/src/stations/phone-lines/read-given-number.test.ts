import { expect, test } from "vitest";

import { createNumberCheck } from "./read-given-number.ts";

test("[AD190] only a number of the pool is accepted, and with Twilio every number", () => {
  const numberPool = new Set(["+61255500101"]);
  const ours = createNumberCheck({ telephony: { kind: "exchange" }, numberPool });
  const twilio = createNumberCheck({ telephony: { kind: "twilio" }, numberPool });

  expect(["+61255500101", "+61255500102"].map(ours)).toEqual([true, false]);
  expect(["+61255500101", "+61255500102"].map(twilio)).toEqual([true, true]);
});
