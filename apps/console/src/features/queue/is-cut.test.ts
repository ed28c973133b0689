import { expect, test } from "vitest";

import { isCut, isNameClipped, SURE_ROOM } from "./is-cut.ts";

function aChip(words: string, around = "") {
  return { before: around, words };
}

function aLine(name: string, ...chips: ReturnType<typeof aChip>[]) {
  return { name, tag: "", marks: 0, chips };
}

test("a text counts as cut unless it certainly fits", () => {
  expect(isCut("Penrith", SURE_ROOM.place)).toBeUndefined();
  expect(isCut("Newcastle", SURE_ROOM.place)).toBe(true);
});

test("a name counts as cut if the name and the marks beside it may together be longer than the line", () => {
  expect(isNameClipped(aLine("Caller 60"))).toBeUndefined();
  expect(isNameClipped({ ...aLine("02 7010 0061", aChip("6 calls")), tag: "2ZZ" })).toBeUndefined();
  expect(isNameClipped({ ...aLine("02 7010 0061", aChip("6 calls")), tag: "2ZZ", marks: 3 })).toBe(
    true,
  );
  expect(isNameClipped(aLine("Wilhelmina Featherstonehaugh"))).toBe(true);
});

test("flags count as cut if they, with the words around them, may be longer than their part of the line", () => {
  const chips = [aChip("Prize hunter"), aChip("Regular")];

  expect(isNameClipped(aLine("Jo", ...chips))).toBeUndefined();
  expect(isNameClipped(aLine("Jo", ...chips, aChip("VIP")))).toBe(true);
  expect(isNameClipped(aLine("Jo", aChip("VIP", "knows the presenter, ")))).toBeUndefined();
  expect(isNameClipped(aLine("Jo", aChip("VIP", "knows the presenter from school, ")))).toBe(true);
});
