import { expect, test } from "vitest";

import { findTestSupportBreaches } from "./test-support.ts";

function breachesOf(...files: [path: string, text: string][]): string[] {
  const sources = files.map(([path, text]) => ({ path, text }));
  return findTestSupportBreaches(sources).map(({ check, at }) => `${check} ${at}`);
}

test("[SR26] shipped code never imports test support", () => {
  expect(
    breachesOf(
      ["apps/x/src/a.ts", `import { f } from "./testing/fake.ts";`],
      ["apps/x/src/b.ts", `import { f } from "@linedesk/media/testing";`],
      ["apps/x/src/c.test.ts", `import { f } from "./testing/fake.ts";`],
      ["apps/x/src/testing/fake.ts", `import { g } from "./other.ts";`],
    ),
  ).toEqual(["testing-import apps/x/src/a.ts", "testing-import apps/x/src/b.ts"]);
});

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
  ).toEqual([
    "hidden-test-support apps/x/src/fake-call.ts",
    "hidden-test-support apps/x/src/fake-leg.ts",
  ]);
});
