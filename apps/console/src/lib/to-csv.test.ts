import { expect, test } from "vitest";

import { toCsv } from "./to-csv.ts";

test("[AD58] a CSV has numbers as they are, and no text that is a formula", () => {
  const csv = toCsv([
    ["Name", "calls"],
    ['Kim "K" Ng', 1204],
    ["=1+1", -2.5],
  ]);

  expect(csv).toBe('"Name","calls"\r\n"Kim ""K"" Ng",1204\r\n"\'=1+1",-2.5\r\n');
});
