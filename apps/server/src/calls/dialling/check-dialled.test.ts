import { expect, test } from "vitest";

import { COSTLY_PREFIXES } from "@linedesk/base";
import { checkDialled } from "./check-dialled.ts";

const byDefault = { allowed: ["+61"], refused: COSTLY_PREFIXES };
const theWorld = { allowed: ["*"], refused: COSTLY_PREFIXES };

test("[OB5] a number is accepted in any usual format, with its kind and country", () => {
  const written = {
    "0491 570 006": ["+61491570006", "mobile", "AU"],
    "(02) 5550-2210": ["+61255502210", "landline", "AU"],
    "+61 2 5550 2210": ["+61255502210", "landline", "AU"],
    "1800 160 401": ["+611800160401", "service", "AU"],
  };
  for (const [text, [number, kind, country]] of Object.entries(written)) {
    expect(checkDialled(text, byDefault)).toMatchObject({
      status: "allowed",
      number,
      plan: { kind, country },
    });
  }
  expect(checkDialled("+44 20 7946 0018", theWorld)).toMatchObject({
    status: "allowed",
    plan: { country: "GB" },
  });
});

test.each([
  ["000", "emergency_not_dialled"],
  ["112", "emergency_not_dialled"],
  ["+61 000", "emergency_not_dialled"],
  ["1 0 6", "emergency_not_dialled"],
  ["1902 123 456", "premium_not_dialled"],
  ["+61 1900 654 321", "premium_not_dialled"],
  ["+870 773 111 632", "country_not_dialled"],
  ["+44 20 7946 0018", "country_not_dialled"],
  ["hello", "not_dialled_as_number"],
  ["12", "not_dialled_as_number"],
  ["+61 2", "not_dialled_as_number"],
])("[OB5] [OB6] %s is refused by default, with the reason", (written, reason) => {
  expect(checkDialled(written, byDefault)).toMatchObject({ status: "refused", reason });
});

test("[OB6] if all countries are allowed, satellite and premium numbers still need a longer prefix", () => {
  const premium = "+44 909 879 0000";
  expect(checkDialled("+870 773 111 632", theWorld)).toMatchObject({ status: "refused" });
  expect(checkDialled(premium, theWorld)).toMatchObject({ status: "refused" });

  expect(checkDialled(premium, { ...theWorld, allowed: ["*", "+44909"] })).toMatchObject({
    status: "allowed",
  });
});
