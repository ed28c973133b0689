import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";
const root = join(import.meta.dirname, "..", "..");

/** This test starts exchanges that record calls, and never closes them. */
const UNTIDY = "apps/exchange/src/twiml/methods.test.ts";

test("a run of tests leaves no temporary files", () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-untidy-"));
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

  const { status, stdout } = spawnSync(
    process.execPath,
    [vitest, "run", "--project", "unit", UNTIDY],
    { cwd: root, env: { ...process.env, TMPDIR: folder }, encoding: "utf8" },
  );

  expect(stdout).toContain("passed");
  expect(status).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
