import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { PAGE_HEADER } from "@linedesk/contract";
import { createReleaseCheck } from "./create-release-check.ts";

test("[ST5] a request that names another first script is of another release, and a request without a script is not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk page "));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const page = '<script type="module" crossorigin src="/assets/index-a1.js"></script>';
  writeFileSync(join(folder, "index.html"), page);
  const isOther = createReleaseCheck(folder);
  const from = (entry: string) => isOther({ headers: { [PAGE_HEADER]: entry } });

  expect(await from("/assets/index-a1.js")).toBe(false);
  expect(await from("/assets/index-b2.js")).toBe(true);
  expect(await isOther({ headers: {} })).toBe(false);
});
