import { expect, test } from "vitest";

import { addressKey } from "./address-key.ts";

test("[PZ10] an address has the same key in another case, and with other punctuation and abbreviations", () => {
  const key = addressKey("2/14 Queen Street, Penrith NSW 2750");

  expect(addressKey(" 2 / 14  QUEEN ST. Penrith, nsw 2750 ")).toBe(key);
  expect(addressKey("2/14 Quéen St Penrith NSW 2750")).toBe(key);
  expect(addressKey("14 Queen Street, Penrith NSW 2750")).not.toBe(key);
  expect(addressKey("Penrith")).toBeNull();
  expect(addressKey("  ")).toBeNull();
});
