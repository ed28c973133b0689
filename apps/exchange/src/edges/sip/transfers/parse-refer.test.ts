import { expect, test } from "vitest";

import { parseDatagram } from "@linedesk/sip";
import { phoneRequest } from "../../../testing/sip/scripted-phone.ts";
import { phoneAt } from "../../../testing/sip/test-bench.ts";
import { parseRefer } from "./parse-refer.ts";

function read(...headers: string[]) {
  const text = phoneRequest("REFER", { toTag: "ours", headers });
  const parsed = parseDatagram(Buffer.from(text), phoneAt);
  if (parsed.type !== "message" || parsed.message.type !== "request") {
    throw new Error("no request");
  }
  return parseRefer(parsed.message);
}

test.each([
  ["no Refer-To", 400, []],
  ["two Refer-To", 400, ["Refer-To: <sip:a@b.example>", "Refer-To: <sip:c@b.example>"]],
  ["two addresses in one Refer-To", 400, ["Refer-To: <sip:a@b.example>, <sip:c@b.example>"]],
  ["a short and a long Refer-To", 400, ["r: <sip:a@b.example>", "Refer-To: <sip:c@b.example>"]],
  ["an invalid address", 400, ["Refer-To: nobody"]],
  ["an open bracket", 400, ["Refer-To: <sip:a@b.example"]],
  ["an address without a host", 400, ["Refer-To: <sip:a@>"]],
  ["257 characters", 400, [`Refer-To: <sip:${"a".repeat(257 - 16)}@b.example>`]],
  ["a web page", 416, ["Refer-To: <https://b.example/>"]],
  ["another method", 403, ["Refer-To: <sip:a@b.example;method=BYE>"]],
  ["another method, bare", 403, ["Refer-To: sip:a@b.example;method=SUBSCRIBE"]],
  ["an invalid Replaces", 400, ["Refer-To: <sip:a@b.example?Replaces=abc>"]],
  ["two Referred-By", 400, ["Refer-To: <sip:a@b.example>", "b: <sip:a@b>", "b: <sip:c@b>"]],
])("[XI82] refuses a REFER with %s: %d", (_what, status, headers) => {
  expect(read(...headers)).toMatchObject({ type: "refused", status });
});

test.each([
  "<sip:a@b.example>",
  '"Carla" <sips:a@b.example;method=INVITE>',
  "sip:a@b.example",
  "<tel:+61491570157>",
  `<sip:${"a".repeat(256 - 16)}@b.example>`,
])("[XI79] keeps %s unchanged", (target) => {
  expect(read(`Refer-To: ${target}`)).toMatchObject({ type: "request", target, replaces: null });
});

test("[XI79] returns X headers and Referred-By, and whether the referrer wants NOTIFY", () => {
  const transferRequest = read(
    "Refer-To: <sip:a@b.example>",
    "X-Team: news",
    "Referred-By: <sip:jo@b.example>",
    "Refer-Sub: false",
  );

  expect(transferRequest).toMatchObject({
    params: [
      ["SipHeader_X-Team", "news"],
      ["SipHeader_Referred-By", "<sip:jo@b.example>"],
    ],
    isQuiet: true,
  });
});

test("[XI83] reads the call of Replaces", () => {
  const transferRequest = read(
    "Refer-To: <sip:a@b.example?Replaces=call%40h%3Bto-tag%3Done%3Bfrom-tag%3Dtwo>",
  );

  expect(transferRequest).toMatchObject({
    replaces: { callId: "call@h", localTag: "one", remoteTag: "two", isEarlyOnly: false },
  });
});
