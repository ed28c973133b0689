import { expect, test } from "vitest";

import { checkFlagRow } from "./import-flags.ts";

const empty = { line: 2, colour: "", icon: "", kind: "", effect: "", hidden: "" };

test.each([
  ["Name;Colour", "row_not_split"],
  ["Regular;#955f04", "row_not_split"],
  ["Regular\t#955f04", "row_not_split"],
  ["sep=;", "row_not_split"],
  ["Gr\uFFFD\uFFFDe", "row_characters_lost"],
  ["\u200B", "row_without_name"],
])("[FL12] a flag cannot have the name %j", (name, reason) => {
  expect(checkFlagRow({ ...empty, name })).toMatchObject({ reason });
});

test("[DA16] characters that reverse text are removed from a flag's name", () => {
  expect(checkFlagRow({ ...empty, name: "\u202Eabc" })).toMatchObject({ name: "abc" });
});

test.each([
  ["#f00", "wahr", "#ff0000", true],
  ["955F04", "ja", "#955f04", true],
  ["#114488", "nein", "#114488", false],
  ["", "FALSCH", "#59626b", false],
])("[FL12] the colour %j and the answer %j are read", (colour, hidden, read, hiddenByDefault) => {
  const row = { ...empty, name: "VIP", colour, hidden };
  expect(checkFlagRow(row)).toMatchObject({ colour: read, hiddenByDefault });
});
