import { describe, expect, test } from "vitest";

import { SipHeaders } from "@linedesk/sip";
import { readReferredBy } from "./read-referred-by.ts";

function read(value: string) {
  return readReferredBy(new SipHeaders().add("Referred-By", value));
}

describe("who refers, as the next is told it", () => {
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
  ])("[XI79] %j goes on as %j", (value, forwarded) => {
    expect(read(value)).toBe(forwarded);
  });

  test.each([
    "nobody",
    "<sip:jo@b.example",
    "<https://b.example/>",
    "<sip:jo@b.example;x=\u0001>",
    `<sip:${"j".repeat(257 - 16)}@b.example>`,
    `"${"J".repeat(256)}" <sip:jo@b.example>`,
  ])("[XI79] %j goes no further", (value) => {
    expect(read(value)).toBeNull();
  });

  test("[XI79] tells nobody where the REFER names nobody", () => {
    expect(readReferredBy(new SipHeaders())).toBeNull();
  });

  test("[XI79] tells 256 characters and no more", () => {
    const longest = `<sip:${"j".repeat(256 - 16)}@b.example>`;

    expect(read(longest)).toBe(longest);
  });
});
