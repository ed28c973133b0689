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

test.each([
  ["sep=;\nName;Colour\nRegular;#955f04\nVIP;#114488\n"],
  ["Name\tColour\nRegular\t#955f04\nVIP\t#114488\n"],
  ["Flags of 2ZZ,\n,\nName,Farbe\rRegular,#955f04\rVIP,#114488\r"],
  ["Regular|#955f04\nVIP|#114488"],
  ["#955f04;Regular\n#114488;VIP\n"],
  ["Label,Colour (hex)\nRegular,#955f04\nVIP,#114488\n"],
  ["Name;Art;Farbwert\nRegular;;#955f04\nVIP;;#114488\n"],
])("[FL12] names and colours of flags are read from %j", async (text) => {
  const rows = await readFlagCsv(text);
  expect(rows.map(({ name, colour }) => [name, colour])).toEqual([
    ["Regular", "#955f04"],
    ["VIP", "#114488"],
  ]);
});

test("[FL12] German words for columns, kinds and effects are recognised", async () => {
  const text = "Kennzeichen;Farbe;Art;Wirkung;Ausgeblendet\nStörer;#955f04;Sperre;Nach hinten;ja\n";
  expect(await readFlagCsv(text)).toEqual([
    {
      line: 2,
      name: "Störer",
      colour: "#955f04",
      icon: "",
      kind: "banned",
      effect: "to_back",
      hidden: "ja",
    },
  ]);
});
