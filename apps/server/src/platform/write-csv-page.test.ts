import { expect, test } from "vitest";

import { CSV_PAGE_ROWS, toCsvLine, writeCsvPage } from "./write-csv-page.ts";

const shape = { head: ["n"], toLine: (row: number) => toCsvLine([String(row)]) };

test("[AD145] the pages of a file, in the order against which they came, are the file with its head", () => {
  const newestFirst = Array.from({ length: CSV_PAGE_ROWS + 2 }, (_, n) => CSV_PAGE_ROWS + 2 - n);
  const first = writeCsvPage(newestFirst.slice(0, CSV_PAGE_ROWS + 1), shape);
  const second = writeCsvPage(newestFirst.slice(CSV_PAGE_ROWS), shape);

  expect([first.rows, first.last, second.rows, second.last]).toEqual([CSV_PAGE_ROWS, 3, 2, null]);
  const lines = newestFirst.toReversed().map((n) => `"${n}"`);
  expect(`${second.csv}${first.csv}`).toBe(`${['"n"', ...lines].join("\r\n")}\r\n`);
});

test("[AD145] a file without rows is its head", () => {
  expect(writeCsvPage([], shape)).toEqual({ csv: '"n"\r\n', rows: 0, last: null });
});

test("[AP50] no cell of a line is a formula to a spreadsheet, of several lines or wide signs either", () => {
  const cells = ["=1", "=1\nx", "\n=1", "＝1", "Kim", 'said "hello"'];

  expect(toCsvLine(cells)).toBe(`"'=1","'=1\nx","'\n=1","'＝1","Kim","said ""hello"""`);
});
