import { expect, test } from "vitest";

import { nextCallState } from "../live/call.ts";
import { toLegEnd, toSipStatus } from "./sip-status.ts";

function twilioStatus(code: number): string {
  return nextCallState({ status: "ringing" }, { type: "ended", at: 1, end: toLegEnd(code, "") })
    .status;
}

test.each([
  ["busy", [486, 600, 603, 607, 608]],
  ["no-answer", [408, 480, 487]],
  [
    "failed",
    [
      300, 302, 380, 400, 401, 402, 403, 404, 405, 406, 407, 410, 413, 415, 420, 422, 482, 483, 484,
    ].concat([485, 488, 491, 493, 500, 501, 502, 503, 504, 505, 513, 580, 604, 606, 699]),
  ],
])("[XI41] SIP refusals become the status `%s` for Twilio's clients", (status, codes) => {
  expect(codes.filter((code) => twilioStatus(code) !== status)).toEqual([]);
  expect(codes.every((code) => toLegEnd(code, "").sipCode === code)).toBe(true);
});

test("[XI2][XI41] a caller is refused with the named code, or else with the code of the cause", () => {
  expect(toSipStatus({ cause: "failed", sipCode: 488 })).toBe(488);
  expect(toSipStatus({ cause: "busy" })).toBe(486);
  expect(toSipStatus({ cause: "declined" })).toBe(603);
  expect(toSipStatus({ cause: "not-found" })).toBe(404);
  expect(toSipStatus({ cause: "no-answer", sipCode: 200 })).toBe(480);
  expect(toSipStatus({ cause: "media-lost" })).toBe(500);
});
