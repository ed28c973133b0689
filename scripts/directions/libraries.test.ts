import { expect, test } from "vitest";

import { findLibraryBreaches } from "./libraries.ts";

test("[SR26] a third-party library stays in one file of each app", () => {
  const breaches = findLibraryBreaches([
    { path: "apps/server/src/a/x.ts", text: `import P from "pusher";` },
    { path: "apps/server/src/b/y.ts", text: `import P from "pusher";` },
    { path: "apps/server/src/c/z.ts", text: `import type P from "pusher";` },
    { path: "apps/server/tests/z.test.ts", text: `import P from "pusher";` },
    { path: "packages/hub/src/w.ts", text: `import P from "pusher";` },
  ]);

  expect(breaches).toEqual([
    {
      check: "library-importer",
      at: "apps/server/src/b/y.ts",
      message: "It imports pusher, which one other file of its app or package imports.",
    },
  ]);
});
