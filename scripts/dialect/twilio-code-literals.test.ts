import { expect, test } from "vitest";

import { findTwilioCodeLiterals } from "./twilio-code-literals.ts";

function codesIn(path: string, text: string): string[] {
  return findTwilioCodeLiterals([{ path, text }]).map(({ message }) => message.slice(0, 5));
}

test("a five-digit code of Twilio outside its table is refused", () => {
  const text = `fail(13224); if (code === 31002) { warn(21220, "53000", 16_000, 8000, 40001); }`;

  expect(codesIn("apps/exchange/src/calls/call.ts", text)).toEqual(["13224", "31002", "21220"]);
});

test.each([
  "apps/exchange/src/base/twilio-codes.ts",
  "apps/exchange/src/signalling/frames/voice-errors.ts",
  "apps/exchange/src/calls/call.test.ts",
])("%s may contain codes", (path) => {
  expect(codesIn(path, "export const INVALID_NUMBER = 13224;")).toEqual([]);
});
