import { expect, test } from "vitest";

import { toCsvLine } from "./to-csv-line.ts";

test("[AP50] no cell of a line is a formula to a spreadsheet, of several lines or wide signs either", () => {
  const cells = ["=1", "=1\nx", "\n=1", "＝1", "Kim", 'said "hello"'];

  expect(toCsvLine(cells)).toBe(`"'=1","'=1\nx","'\n=1","'＝1","Kim","said ""hello"""`);
});
