import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { loadSigningKeys, SigningKeysError } from "./signing-keys.ts";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) {
    await rm(folder, { recursive: true });
  }
});

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sso-keys-"));
  folders.push(folder);
  return folder;
}

test("keys are created once, kept, and readable only by their owner", async () => {
  const path = join(await aFolder(), "below", "sso-keys.json");

  const made = await loadSigningKeys(path);
  const reread = await loadSigningKeys(path);

  expect(reread).toEqual(made);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("an error names a broken file of keys, and a second attempt reports the same", async () => {
  const path = join(await aFolder(), "sso-keys.json");
  await writeFile(path, "{");

  await expect(loadSigningKeys(path)).rejects.toThrow(SigningKeysError);
  await expect(loadSigningKeys(path)).rejects.toThrow(path);
});
