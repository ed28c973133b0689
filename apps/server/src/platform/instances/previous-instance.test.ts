import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { replacePreviousInstance } from "./previous-instance.ts";

test("[SR108] the server before this one is known in its own data folder, and not in a copy of it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-instance-"));
  const copy = `${folder}-copy`;
  onTestFinished(async () => {
    await rm(folder, { recursive: true });
    await rm(copy, { recursive: true });
  });
  const [first, second] = [randomUUID(), randomUUID()];

  expect(await replacePreviousInstance(folder, first)).toBeNull();
  await cp(folder, copy, { recursive: true });
  expect(await replacePreviousInstance(folder, second)).toBe(first);
  expect(await replacePreviousInstance(copy, randomUUID())).toBeNull();
});
