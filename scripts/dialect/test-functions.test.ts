import { expect, test } from "vitest";

import { findItTests } from "./test-functions.ts";

test("a test file that imports `it` is refused", () => {
  const breaches = findItTests([
    { path: "apps/x/src/a.test.ts", text: `import { expect,\n  it as check } from "vitest";` },
    { path: "apps/x/src/b.test.ts", text: `import { test } from "vitest"; const it = 1;` },
    { path: "apps/x/src/c.ts", text: `import { it } from "./it.ts";` },
  ]);

  expect(breaches.map(({ at }) => at)).toEqual(["apps/x/src/a.test.ts:2"]);
});
