import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { isReservedParam, withoutReservedParams } from "./without-reserved-params.ts";

const SOURCES = join(import.meta.dirname, "../../..");
/** These folders build the requests to an application. */
const FOLDERS = ["calls", "twiml", "control", "webhooks"];
/** Capitalised names that are not parameters: headers, and names of verbs and nouns. */
const NO_PARAMETERS = new Set("Accept Authorization TwiML Client Dial To".split(" "));

function shippedFiles(folder: string): string[] {
  return readdirSync(join(SOURCES, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(SOURCES, folder, name));
}

/** Finds the names in object literals, as `CallSid: call.sid` and `["Digits"]: digits`. */
function capitalisedKeys(text: string): string[] {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replaceAll(/"[^"\n]*: [^"\n]*"/g, "");
  return [...code.matchAll(/(?<=[\s{([])([A-Z][A-Za-z]*[a-z][A-Za-z]*)(?=: )/g)].map(
    ([name]) => name,
  );
}

test("[XS77] every parameter that the exchange sends is reserved", () => {
  const messages = join(SOURCES, "edges/rest/requests/message-subscriptions.ts");
  const names = [...FOLDERS.flatMap(shippedFiles), messages]
    .flatMap((path) => capitalisedKeys(readFileSync(path, "utf8")))
    .filter((name) => !NO_PARAMETERS.has(name));

  expect(new Set(names).size).toBeGreaterThan(50);
  expect([...new Set(names)].filter((name) => !isReservedParam(name))).toEqual([]);
});

test.each([
  "ErrorCode",
  "ErrorMessage",
  "SequenceNumber",
  "StirVerstat",
  "SipDomain",
  "SipHeader_X-Team",
  "DialSipHeader_X-Team",
  "RecordingUrl",
  "FromCountry",
  "Digits",
  "AddOns",
  "StreamSid",
  " ErrorCode",
  "\tFrom",
  "ErrorCode[]",
  "AddOns[status]",
  "CallSid[0]",
  "PaymentToken",
  "Result",
  "DequeuedCallQueueTime",
  "SessionStatus",
  "[ErrorCode]",
  "[AddOns][status]",
  "]CallSid",
  "ErrorCode]",
  "ErrorCode\0x",
  "\0ErrorCode",
  "request.From",
  "request[CallStatus]",
  "[request].CallSid",
  "!ErrorCode",
  "_ErrorCode",
  "Error\u200bCode",
  "errorcode",
  "CALLSID",
  "from",
  "LANGUAGE",
  "msg",
  "recordingurl",
  "sipheader_x-team",
  "fromcity",
])("[XS77] %s from a page never reaches the application", (name) => {
  expect(withoutReservedParams([[name, "forged"]])).toEqual([]);
});

test("[XS18] a page's own parameters pass, even if they resemble reserved ones", () => {
  const own: [string, string][] = [
    ["To", "studio"],
    ["team", "news"],
    ["language", "de"],
    ["reason", "prize"],
    ["to", "studio"],
    ["team[name]", "1"],
    ["Sipping", "tea"],
    ["MyErrorCode", "2"],
  ];

  expect(withoutReservedParams(own)).toEqual(own);
});
