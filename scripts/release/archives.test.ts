import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { writeDebianPackage, writeTarball } from "./archives.ts";

const root = join(import.meta.dirname, "../..");
const files = ["dist/third-party-licences.txt", "dist/server.js", "linedesk.env", "LICENSE"];

/** Makes both archives of the same files in a new folder, and returns their checksums. */
async function makeArchives(made: { mode: number; at: number; order: string[] }) {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-archives-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stage = join(folder, "stage");
  for (const name of made.order) {
    const path = join(stage, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name);
    chmodSync(path, made.mode);
    utimesSync(path, made.at, made.at);
  }
  const release = { root, version: "9.9.9", stage, cache: folder, target: folder, epochS: 1e9 };
  const archives = [await writeTarball(release)];
  // Only Debian has the program that makes its packages.
  if (existsSync("/usr/bin/dpkg-deb")) {
    archives.push(await writeDebianPackage(release));
  }
  return archives.map((path) => createHash("sha256").update(readFileSync(path)).digest("hex"));
}

test("[SR90] the archives depend on their files, not on folder, time, order and umask of the build", async () => {
  const one = await makeArchives({ mode: 0o644, at: 1_700_000_000, order: files });
  const other = await makeArchives({ mode: 0o600, at: 1_800_000_000, order: files.toReversed() });

  expect(other).toEqual(one);
});
