import { expect, test } from "vitest";

import {
  type CsvColumn,
  guardCell,
  nameCsvFile,
  unguardCell,
  writeCsvFile,
  writeCsvHead,
  writeCsvRows,
} from "./csv-file.ts";

const columns: CsvColumn<[string, number | null]>[] = [
  { head: "Name", cell: ([name]) => name },
  { head: "calls", cell: ([, calls]) => calls },
];

test.each([
  "=1",
  "+1",
  "-1",
  "@a",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1",
  "＋1",
  "－1",
  "＠a",
  " =1",
  "'=1",
])("[AP50] %j is a formula for a spreadsheet and gets an apostrophe", (text) => {
  expect(guardCell(text).startsWith("'")).toBe(true);
  expect(unguardCell(guardCell(text))).toBe(text);
});

test.each([
  ["Kim;=cmd|'/C calc'!A0;x", "Kim;'=cmd|'/C calc'!A0;x"],
  ["=1\n+2", "'=1\n'+2"],
  ["a\t@b", "a\t'@b"],
  ["a|-1", "a|'-1"],
  ["a; '=1", "a;' '=1"],
])(
  "[AP50] %j gets an apostrophe at each place where some spreadsheet begins a cell",
  (text, guarded) => {
    expect(writeCsvRows(columns, [[text, 1]])).toBe(`"${guarded}",1\r\n`);
    expect(unguardCell(guarded)).toBe(text);
  },
);

test.each(["Kim", "1", "a=1", "'Kim'", "a; b", "two\nlines", ""])(
  "[AP50] %j is no formula",
  (text) => {
    expect(guardCell(text)).toBe(text);
    expect(unguardCell(text)).toBe(text);
  },
);

test("[AD58] [AP50] a file has quoted text, bare numbers and empty cells", () => {
  expect(
    writeCsvFile(columns, [
      ['Kim "K" Ng', 1204],
      ["two\nlines, and more", -2.5],
      ["", null],
    ]),
  ).toBe('\uFEFF"Name","calls"\r\n"Kim ""K"" Ng",1204\r\n"two\nlines, and more",-2.5\r\n"",\r\n');
});

test("a file without rows is its header", () => {
  expect(writeCsvFile(columns, [])).toBe(writeCsvHead(columns));
});

test("[AP50] a file's name has the day of the station, even when UTC has another day", () => {
  expect(nameCsvFile("calls", new Date("2026-11-28T13:30:00Z"))).toBe("calls-2026-11-29.csv");
});
