import { expect, test } from "vitest";

import { countBreaches, judgeBreaches } from "./report-breaches.ts";

const breaches = [
  { check: "file-name", at: "apps/server/src/a.ts", message: "It is wrong." },
  { check: "file-name", at: "apps/server/src/b.ts:3", message: "It is wrong too." },
  { check: "sql", at: "packages/hub/src/c.ts", message: "It holds SQL." },
];
const found = { name: "dialect", breaches, checks: ["file-name", "sql"] };

test("[SR27] a breach that is not known fails the check and is shown with its place", () => {
  const { isKept, lines } = judgeBreaches(found, { "file-name": { "apps/server": 2 } });

  expect(isKept).toBe(false);
  expect(lines).toEqual([
    "packages/hub/src/c.ts: It holds SQL. [sql]",
    "sql: 1 breaches in packages/hub, 0 are known",
    "",
    "dialect: 3 breaches",
  ]);
});

test("[SR27] one breach more than are known of its app shows all of that app", () => {
  const known = { "file-name": { "apps/server": 1 }, sql: { "packages/hub": 1 } };

  const { isKept, lines } = judgeBreaches(found, known);

  expect(isKept).toBe(false);
  expect(lines.slice(0, 3)).toEqual([
    "apps/server/src/a.ts: It is wrong. [file-name]",
    "apps/server/src/b.ts:3: It is wrong too. [file-name]",
    "file-name: 2 breaches in apps/server, 1 are known",
  ]);
});

test("known breaches pass, and a list that is too long is told", () => {
  expect(judgeBreaches(found, countBreaches(breaches))).toEqual({
    isKept: true,
    lines: ["dialect: 3 breaches, all known"],
  });
  const long = { "file-name": { "apps/server": 2 }, sql: { "packages/hub": 9 } };
  expect(judgeBreaches(found, long).lines).toEqual([
    "dialect: 3 breaches, all known; fewer than are known: run it with --update",
  ]);
  expect(judgeBreaches({ ...found, breaches: [] }, {})).toEqual({
    isKept: true,
    lines: ["dialect: kept"],
  });
});
