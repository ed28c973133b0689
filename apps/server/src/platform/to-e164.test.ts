import { expect, test } from "vitest";

import { displayNumber, toE164 } from "./to-e164.ts";

test("[DA1] numbers in any usual format become E.164", () => {
  const written = {
    "0491 570 006": "+61491570006",
    "+61491570006": "+61491570006",
    "02 5550 0101": "+61255500101",
    "sip:+61270101000@198.51.100.7:5060": "+61270101000",
    "sip:0491570110@carrier.example": "+61491570110",
    "+44 20 7946 0018": "+442079460018",
  };
  for (const [text, number] of Object.entries(written)) {
    expect(toE164(text)).toBe(number);
  }
});

test("[QU9] a withheld or invalid number becomes `null`", () => {
  for (const text of [
    "",
    "anonymous",
    "sip:Anonymous@anonymous.invalid",
    "Restricted",
    "+266696687",
    "client:alice",
    "1".repeat(60),
    "+",
    "drop table",
  ]) {
    expect(toE164(text)).toBeNull();
  }
});

test("[QU9] numbers are shown in the usual format, and a withheld one as Private", () => {
  expect(displayNumber("+61491570006")).toBe("0491 570 006");
  expect(displayNumber("+61255500101")).toBe("02 5550 0101");
  expect(displayNumber("+61270101000")).toBe("02 7010 1000");
  expect(displayNumber("+442079460018")).toBe("+44 20 7946 0018");
  expect(displayNumber(null)).toBe("Private");
});
