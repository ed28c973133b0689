import { expect, test } from "vitest";

import { assertDialTarget } from "./assert-dial-target.ts";

function codeOf(to: string): number | null {
  try {
    assertDialTarget(to);
    return null;
  } catch (error) {
    return (error as { twilioCode: number }).twilioCode;
  }
}

test.each([
  ["+61491570156", null],
  ["+611300975707", null],
  ["+611902123456", null],
  ["+64211234567", null],
  ["+881612345678", null],
  ["+15005550006", null],
  // The first has no known country code; the others are too short and too long for their country.
  ["+9991234567", 21217],
  ["+61491", 21217],
  ["+1212555012", 21217],
  ["+121255501234", 21217],
  ["0491570156", 21211],
  ["61491570156", 21211],
  ["+0491570156", 21211],
  ["nobody", 21211],
  ["client:", 21211],
  ["client:alice", null],
  ["sip:alice@pbx.example", null],
  ["sip:alice@pbx.example?X-Team=news&Subject=tea%20%26%20cake", null],
  [`sip:alice@pbx.example?X-A=${"a".repeat(256)}&X-B=${"b".repeat(256)}`, null],
  [`sip:alice@pbx.example?${"X-A=1&".repeat(200)}`, 21227],
  ["sip:alice@pbx.example?X Team=news", 21228],
  ["sip:alice@pbx.example?X-T%0d%0aeam=news", 21228],
  ["sip:alice@pbx.example?=news", 21228],
  ["sip:alice@pbx.example?X-Team=a%0d%0aVia:x", 21229],
  [`sip:alice@pbx.example?X-A=${"a".repeat(257)}`, 21229],
  // The dialling rules decide about emergency numbers, so this check accepts them.
  ["000", null],
  ["+61000", null],
])("[XR54][XR222] the check of the dial target %s gives the code %s (null: valid)", (to, code) => {
  expect(codeOf(to)).toBe(code);
});
