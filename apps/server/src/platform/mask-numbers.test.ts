import { expect, test } from "vitest";

import { maskInWords } from "./mask-numbers.ts";

test.each([
  [
    "0491 570 006 is in the phone book already: Kim.",
    "•••• ••• 006 is in the phone book already: Kim.",
  ],
  ["+61491570006", "+••••••••006"],
  ["+44 20 7946 0018,1", "+•• •• •••• •018,1"],
  ["02 7010 0178 and 0491570158", "•• •••• •178 and •••••••158"],
  ["2026-11-23T20:41:09.123Z", "2026-11-23T20:41:09.123Z"],
  ["2026-11-23 20:41", "2026-11-23 20:41"],
  ["01a20a46-d540-767b-a849-ac874689d3c6", "01a20a46-d540-767b-a849-ac874689d3c6"],
  ["a prize of 10000 for 3 callers", "a prize of 10000 for 3 callers"],
])("[AD79] %j is said as %j", (text, masked) => {
  expect(maskInWords(text)).toBe(masked);
});
