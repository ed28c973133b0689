import { describe, expect, test } from "vitest";

import { SipHeaders } from "@linedesk/sip";
import { readReferredBy } from "./read-referred-by.ts";

function read(value: string) {
  return readReferredBy(new SipHeaders().add("Referred-By", value));
}

describe("the Referred-By of an INVITE", () => {
  test.each([
    ["<sip:jo@b.example>", "<sip:jo@b.example>"],
    ["sip:jo@b.example", "<sip:jo@b.example>"],
    ['"Jo Green" <sips:jo@b.example:5061>', '"Jo Green" <sips:jo@b.example:5061>'],
    ["<tel:+61491570156>", "<tel:+61491570156>"],
    ['<sip:jo@b.example>;cid="20398823.2UWQ@b.example"', "<sip:jo@b.example>"],
    ["<sip:jo@b.example?Replaces=a%40b>", "<sip:jo@b.example>"],
    ["<sip:jo:s3cret@b.example>", "<sip:jo@b.example>"],
    ["<sip:jo%0d%0aVia%3a%20x@b.example>", "<sip:jo%0D%0AVia%3A%20x@b.example>"],
    ['"Jo\r\nVia: x" <sip:jo@b.example>', '"Jo Via: x" <sip:jo@b.example>'],
  ])("[XI79] with %j is sent as %j", (value, forwarded) => {
    expect(read(value)).toBe(forwarded);
  });

  test.each([
    "nobody",
    "<sip:jo@b.example",
    "<https://b.example/>",
    "<sip:jo@b.example;x=\u0001>",
    `<sip:${"j".repeat(257 - 16)}@b.example>`,
    `"${"J".repeat(256)}" <sip:jo@b.example>`,
  ])("[XI79] with %j is not sent", (value) => {
    expect(read(value)).toBeNull();
  });

  test("[XI79] is missing when the REFER has none", () => {
    expect(readReferredBy(new SipHeaders())).toBeNull();
  });

  test("[XI79] has at most 256 characters", () => {
    const longest = `<sip:${"j".repeat(256 - 16)}@b.example>`;

    expect(read(longest)).toBe(longest);
  });
});
