/**
 * Makes what is installed from a finished build: a Debian package and a tar archive of the same
 * files, with their checksums and bill of materials, in `dist-release`.
 */
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { findRootFolder } from "../../apps/server/src/config/root-folder.ts";
import { writeChecksums, writeDebianPackage, writeTarball } from "./archives.ts";
import { fillStage } from "./stage.ts";

const { path: root, version } = findRootFolder(import.meta.dirname);
const target = join(root, "dist-release");
const cache = join(root, "node_modules/.cache/linedesk-release");
const stage = join(cache, "stage");

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const release = { root, version, stage, cache, target };
await fillStage(release);
const archives = [await writeDebianPackage(release), await writeTarball(release)];
const bill = join(target, `linedesk-${version}.cyclonedx.json`);
await cp(join(stage, "sbom.cyclonedx.json"), bill);
const files = [...archives, bill];
await writeChecksums(target, files);
await rm(stage, { recursive: true, force: true });
console.log(files.join("\n"));
