import { expect, test } from "vitest";

import { readFlagCsv } from "./read-flag-csv.ts";

const empty = { colour: "", icon: "", kind: "", effect: "", hidden: "" };

test("[FL12] columns are recognised by their names in any order, and each row has its line number", async () => {
  const text = '\uFEFFEffect;Color;NAME;Other\r\nblock;#830d1e;"Hoax; false";x\r\n\r\n;;VIP;\r\n';
  expect(await readFlagCsv(text)).toEqual([
    { ...empty, line: 2, name: "Hoax; false", colour: "#830d1e", effect: "block" },
    { ...empty, line: 4, name: "VIP" },
  ]);
});

test("[FL12] the columns of a file without column names are read in the default order, and a cell may contain a line break", async () => {
  expect(await readFlagCsv('"Two\nlines",#237763,star,warning,to_back,yes\nVIP')).toEqual([
    {
      line: 1,
      name: "Two\nlines",
      colour: "#237763",
      icon: "star",
      kind: "warning",
      effect: "to_back",
      hidden: "yes",
    },
    { ...empty, line: 3, name: "VIP" },
  ]);
  expect(await readFlagCsv("")).toEqual([]);
  expect(await readFlagCsv("name\n")).toEqual([]);
});
