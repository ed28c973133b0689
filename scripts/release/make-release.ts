/**
 * Makes the packages of a release from a finished build: a Debian package and a tar archive of the
 * same files, with their checksums and bill of materials, in `dist-release`. `--version` replaces
 * the version of package.json. `--record` writes `releases/<version>`, which is committed with the
 * release.
 */
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { findRootFolder } from "@linedesk/base";
import { writeChecksums, writeDebianPackage, writeTarball } from "./archives.ts";
import { readEpoch } from "./read-epoch.ts";
import { RecordError, recordRelease, requireRelease } from "./record-release.ts";
import { fillStage } from "./stage.ts";

const { values } = parseArgs({
  options: { version: { type: "string" }, record: { type: "boolean", default: false } },
});
const { path: root, version: own } = findRootFolder(import.meta.dirname);
const version = values.version ?? own;

async function makePackages(epochS: number): Promise<Record<string, string>> {
  const target = join(root, "dist-release");
  const cache = join(root, "node_modules/.cache/linedesk-release");
  const stage = join(cache, "stage");
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const release = { root, version, stage, cache, target, epochS };
  await fillStage(release);
  const archives = [await writeDebianPackage(release), await writeTarball(release)];
  const bill = join(target, `linedesk-${version}.cyclonedx.json`);
  await cp(join(stage, "sbom.cyclonedx.json"), bill);
  const files = [...archives, bill];
  const sums = await writeChecksums(target, files);
  await rm(stage, { recursive: true, force: true });
  console.log(files.join("\n"));
  return sums;
}

async function main(): Promise<void> {
  if (values.record) {
    requireRelease(root, version);
  }
  const epochS = readEpoch(root, version, process.env);
  const packages = await makePackages(epochS);
  if (values.record) {
    console.log(await recordRelease({ root, version, epochS, packages }));
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof RecordError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 1;
}
