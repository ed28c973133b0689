import { expect, test } from "vitest";

import { parseColleagues } from "./colleagues.ts";

test("[LN23] colleagues are the others who have the station open, by name", () => {
  const members = [
    { id: "me", info: { name: "Alice", role: "producer" } },
    { id: "d", info: { name: "Dan", role: "screener" } },
    { id: "b", info: { name: "Bob", role: "presenter" } },
    { id: "x", info: { name: "Nobody known", role: "ghost" } },
    { id: "y", info: null },
  ];

  expect(parseColleagues(members, "me")).toEqual([
    { user: "b", name: "Bob", role: "presenter" },
    { user: "d", name: "Dan", role: "screener" },
  ]);
});
