import { expect, test } from "vitest";

import { toggleCallStation } from "./toggle-call-station.ts";

test("[ST14] unticking one of all stations leaves the others, ticking all gives an empty list, and the last station stays", () => {
  expect(toggleCallStation(["a", "b", "c"], [], "b")).toEqual(["a", "c"]);
  expect(toggleCallStation(["a", "b", "c"], ["a", "c"], "b")).toEqual([]);
  expect(toggleCallStation(["a", "b"], ["a"], "a")).toBeNull();
  expect(toggleCallStation(["a", "b"], ["left long ago", "a"], "b")).toEqual([]);
});
