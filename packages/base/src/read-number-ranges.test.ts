import { expect, test } from "vitest";

import { readNumberRanges } from "./read-number-ranges.ts";

test("[XR112] ranges become their numbers, each once and in order", () => {
  const text = "+61255500100-+61255500102, +61370105550,+61255500101-+61255500103";

  expect(readNumberRanges(text)).toEqual([
    "+61255500100",
    "+61255500101",
    "+61255500102",
    "+61370105550",
    "+61255500103",
  ]);
  expect(readNumberRanges("+61255500000-+61255509999")).toHaveLength(10_000);
});

test.each([
  "",
  "61255500100",
  "+61255500100-199",
  "+61255500102-+61255500100",
  "+61255500100-+612555001000",
  "+61255500000-+61255510000",
  "+61255500000-+61255509999,+61370105550",
  "+61255500100,,",
])("[XR112] %s is no range", (text) => {
  expect(readNumberRanges(text)).toBeNull();
});
