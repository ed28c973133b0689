import { expect, test } from "vitest";

import { parseCallerName } from "./callers.ts";

test.each([
  ["Jo Smith", "Jo Smith"],
  ["  Jo \t Smith\r\n", "Jo Smith"],
  ["Jo\u0000\u001b[31m Smith\u007f", "Jo [31m Smith"],
  ["\u202eevil\u202c \u200bJo", "evil Jo"],
  ["O'Brien-Müller 李雷", "O'Brien-Müller 李雷"],
  ["x".repeat(250), "x".repeat(100)],
  ["𝒳".repeat(101), "𝒳".repeat(100)],
])("[CL10] the network's name %j is stored as %j", (given, name) => {
  expect(parseCallerName(given)).toBe(name);
});

test.each([
  null,
  undefined,
  "",
  " \t",
  "0491 570 006",
  "+61491570006",
  "Anonymous",
  "UNKNOWN",
  "---",
])("[CL10] the network's text %j is not a name", (given) => {
  expect(parseCallerName(given)).toBeNull();
});
