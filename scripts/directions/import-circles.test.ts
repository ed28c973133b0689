import { expect, test } from "vitest";

import { findCircleBreaches, findKnots } from "./import-circles.ts";

test("[SR26] a circle of files is refused, types included, and told in its order", () => {
  const breaches = findCircleBreaches([
    { path: "apps/x/src/a.ts", text: `import { b } from "./b.ts"; import { z } from "./z.ts";` },
    { path: "apps/x/src/b.ts", text: `import type { C } from "./c.ts";` },
    { path: "apps/x/src/c.ts", text: `export * from "./a.ts";` },
    { path: "apps/x/src/z.ts", text: `import { q } from "node:fs";` },
  ]);

  expect(breaches.map(({ message }) => message)).toEqual([
    "Files import one another in a circle: apps/x/src/a.ts -> apps/x/src/b.ts -> apps/x/src/c.ts -> apps/x/src/a.ts.",
  ]);
});

test("[SR26] files that import in one direction form no circle", () => {
  const files = [
    { path: "apps/x/src/a.ts", text: `import { b } from "./b.ts"; import { c } from "./c.ts";` },
    { path: "apps/x/src/b.ts", text: `import { c } from "./c.ts";` },
    { path: "apps/x/src/c.ts", text: "" },
  ];

  expect(findCircleBreaches(files)).toEqual([]);
});

test("nodes that reach one another are found together, each set once", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["a", "c"]],
    ["c", ["d"]],
    ["d", ["e"]],
    ["e", ["c"]],
    ["f", ["a"]],
  ]);

  expect(findKnots(graph)).toEqual([
    ["c", "d", "e"],
    ["a", "b"],
  ]);
});
