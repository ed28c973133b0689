import { expect, test } from "vitest";

import {
  type CsvColumn,
  FORMULA_START,
  nameCsvFile,
  writeCsvFile,
  writeCsvHead,
  writeCsvRows,
} from "./csv-file.ts";

const columns: CsvColumn<[string, number | null]>[] = [
  { head: "Name", cell: ([name]) => name },
  { head: "calls", cell: ([, calls]) => calls },
];

test.each(["=1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠a", "=1\nx"])(
  "[AP50] %j is a formula for a spreadsheet and gets an apostrophe",
  (text) => {
    expect(FORMULA_START.test(text)).toBe(true);
    expect(writeCsvRows(columns, [[text, 1]])).toBe(`"'${text}",1\r\n`);
  },
);

test.each(["Kim", "1", "a=1", "'=1", " =1", ""])("[AP50] %j is no formula", (text) => {
  expect(FORMULA_START.test(text)).toBe(false);
});

test("[AD58] [AP50] a file has quoted text, bare numbers and empty cells", () => {
  expect(
    writeCsvFile(columns, [
      ['Kim "K" Ng', 1204],
      ["two\nlines, and more", -2.5],
      ["", null],
    ]),
  ).toBe('\uFEFF"Name","calls"\r\n"Kim ""K"" Ng",1204\r\n"two\nlines, and more",-2.5\r\n"",\r\n');
});

test("[AD145] a file without rows is its header", () => {
  expect(writeCsvFile(columns, [])).toBe(writeCsvHead(columns));
});

test("[AP50] a file's name has the day of the station, even when UTC has another day", () => {
  expect(nameCsvFile("calls", new Date("2026-11-28T13:30:00Z"))).toBe("calls-2026-11-29.csv");
});
