import { expect, test } from "vitest";

import { judgeBreaches } from "./report-breaches.ts";

test("[SR26] a breach fails the check and is shown with its place", () => {
  const breach = { check: "sql", at: "packages/hub/src/c.ts", message: "It holds SQL." };

  expect(judgeBreaches("directions", [breach])).toEqual({
    isGreen: false,
    lines: ["packages/hub/src/c.ts: It holds SQL. [sql]", "directions: 1 breaches"],
  });
});

test("without a breach the check says that all is kept", () => {
  expect(judgeBreaches("dialect", [])).toEqual({ isGreen: true, lines: ["dialect: kept"] });
});
