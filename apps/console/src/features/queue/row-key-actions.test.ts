import { expect, test } from "vitest";

import { findOpened } from "./row-key-actions.ts";

test("[KY3] Enter opens the caller on whom the keys act while no row has the focus, otherwise the caller of the row", () => {
  const rows = { cursor: "row", hasFocus: () => false };

  expect(findOpened({ view: rows, target: { call: "ring" } })).toBe("ring");
  expect(findOpened({ view: rows, target: { call: null } })).toBe("row");
  const inRows = { ...rows, hasFocus: () => true };
  expect(findOpened({ view: inRows, target: { call: "ring" } })).toBe("row");
});
