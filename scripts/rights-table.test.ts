import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { may, permissions, roles } from "@linedesk/contract";

const root = join(import.meta.dirname, "..");

/** Returns the cells of the rule's table: permission, its use, then one for each role. */
function written(): string[][] {
  return readFileSync(join(root, "docs/spec/roles.md"), "utf8")
    .split("\n")
    .filter((line) => /^ {2}\| [a-z]/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

test("[RL2] the contract's rights match the rule's table, cell by cell", () => {
  const [head = [], ...rows] = written();

  expect(head.slice(2)).toEqual([...roles]);
  expect(rows.map(([permission]) => permission)).toEqual(Object.keys(permissions));
  for (const [permission = "", , ...cells] of rows) {
    const held = roles.map((role) => may(role, permission as keyof typeof permissions));
    expect([permission, ...held.map((is) => (is ? "yes" : "-"))]).toEqual([permission, ...cells]);
  }
});

/** Matches a comparison with a role, or a list of roles: a second table of permissions. */
const ownRights =
  /(?:[!=]==\s*|\bcase\s+|includes\(\s*|\[\s*)"(?:screener|presenter|producer|admin|owner)"/;

test("[RL2] no other source decides by a role's name", () => {
  const deciders = ["apps", "packages"].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: "utf8" })
      .filter((path) => /^[^/]+\/src\/.*\.tsx?$/.test(path) && !path.endsWith(".test.ts"))
      .map((path) => join(top, path))
      .filter((path) => ownRights.test(readFileSync(join(root, path), "utf8"))),
  );

  expect(deciders).toEqual(["packages/contract/src/platform/roles.ts"]);
});
