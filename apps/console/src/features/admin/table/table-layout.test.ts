import { expect, test } from "vitest";

import {
  defaultLayout,
  limitWidth,
  nextSort,
  readLayout,
  type TableLayout,
  writeLayout,
} from "./table-layout.ts";

const chosen: TableLayout = {
  sort: { id: "name", desc: true },
  rows: 50,
  widths: { name: 240, state: 120 },
};

test("a table's layout is restored as it was stored, and the default layout is not stored", () => {
  expect(readLayout(writeLayout(chosen))).toEqual(chosen);
  expect(writeLayout(defaultLayout)).toBe("");
  expect(readLayout("")).toEqual(defaultLayout);
});

test.each([
  undefined,
  "{",
  '"name"',
  JSON.stringify({ ...chosen, rows: 7 }),
  JSON.stringify({ ...chosen, widths: { name: 5 } }),
  JSON.stringify({ ...chosen, sort: "name" }),
])("the default layout replaces an invalid stored layout: %s", (text) => {
  expect(readLayout(text)).toEqual(defaultLayout);
});

test("[AD110] a column is sorted ascending, then descending, then not at all", () => {
  const up = nextSort(null, "name");
  const down = nextSort(up, "name");

  expect(up).toEqual({ id: "name", desc: false });
  expect(down).toEqual({ id: "name", desc: true });
  expect(nextSort(down, "name")).toBe(null);
  expect(nextSort(down, "state")).toEqual({ id: "state", desc: false });
});

test("[AD110] the width of a column stays between 56 and 1,200 px", () => {
  expect([-20, 80.4, 9_000].map(limitWidth)).toEqual([56, 80, 1_200]);
});
