import { expect, test } from "vitest";

import { CSV_PAGE_ROWS, writeCsvPage } from "./write-csv-page.ts";

const columns = [{ head: "n", cell: (row: number) => row }];

test("the pages of a file, joined in reverse order, are the file with its header", () => {
  const newestFirst = Array.from({ length: CSV_PAGE_ROWS + 2 }, (_, n) => CSV_PAGE_ROWS + 2 - n);
  const first = writeCsvPage(newestFirst.slice(0, CSV_PAGE_ROWS + 1), columns);
  const second = writeCsvPage(newestFirst.slice(CSV_PAGE_ROWS), columns);

  expect([first.rows, first.last, second.rows, second.last]).toEqual([CSV_PAGE_ROWS, 3, 2, null]);
  const lines = newestFirst.toReversed().join("\r\n");
  expect(`${second.csv}${first.csv}`).toBe(`\uFEFF"n"\r\n${lines}\r\n`);
});

test("a file without rows is its header", () => {
  expect(writeCsvPage([], columns)).toEqual({ csv: '\uFEFF"n"\r\n', rows: 0, last: null });
});
