import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { findTables, PAGE, printTables } from "./error-table.ts";

test("[AP3] the page of API errors lists every reason with its code and message", () => {
  // The command after a change of a reason: npx tsx scripts/error-table.ts --write
  expect(findTables(readFileSync(PAGE, "utf8"))).toBe(printTables());
});
