import { expect, test } from "vitest";

import { findHiddenTestSupport } from "./hidden-test-support.ts";

function breachesOf(...files: [path: string, text: string][]): string[] {
  return findHiddenTestSupport(files.map(([path, text]) => ({ path, text }))).map(({ at }) => at);
}

test("[SR26] a file of a shipped folder that only tests import is test support", () => {
  expect(
    breachesOf(
      ["apps/x/src/fake-call.ts", `import "./fake-leg.ts";`],
      ["apps/x/src/fake-leg.ts", ""],
      ["apps/x/src/used.ts", ""],
      ["apps/x/src/worker.ts", ""],
      ["apps/x/src/entry.ts", ""],
      ["apps/x/src/main.ts", `import "./used.ts"; new URL("./worker.ts", import.meta.url);`],
      ["scripts/build.ts", `const entries = { a: "apps/x/src/entry.ts" };`],
      [
        "apps/x/src/a.test.ts",
        ["fake-call", "used", "worker", "entry"].map((one) => `import "./${one}.ts";`).join("\n"),
      ],
      ["apps/x/src/testing/builder.ts", `import "../fake-call.ts";`],
    ),
  ).toEqual(["apps/x/src/fake-call.ts", "apps/x/src/fake-leg.ts"]);
});
