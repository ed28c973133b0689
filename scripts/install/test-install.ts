/**
 * Installs the package in an empty Debian 12. Then it upgrades the last release to this package and
 * downgrades again, while callers wait. The programs start as the units describe, without systemd.
 * The log is `test-install.log` in the folder of the cache.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { findRootFolder } from "@linedesk/base";
import { DebianRoot } from "./debian-root.ts";
import { walkInstallation } from "./installation-walk.ts";
import { chooseNextVersion, makeLastPackage, makeNextPackage } from "./make-packages.ts";
import { walkUpgrade } from "./upgrade-walk.ts";
import { WalkLog } from "./walk-log.ts";

const { path: root, version } = findRootFolder(import.meta.dirname);
const cache = join(root, "node_modules/.cache/linedesk-install");

async function sum(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

/** Upgrades from one package to the other and back, in a new root. */
async function upgrade(from: string, to: string): Promise<boolean> {
  log.write(`From ${basename(from)} to ${basename(to)}:`);
  await using debian = await DebianRoot.open(cache);
  const [last, next] = [
    { path: await debian.give(from), version: readVersion(from) },
    { path: await debian.give(to), version: readVersion(to) },
  ];
  return await walkUpgrade(debian, { last, next }, log);
}

function readVersion(path: string): string {
  return /_(.+)_/.exec(basename(path))?.[1] ?? "";
}

mkdirSync(cache, { recursive: true });
const log = new WalkLog(join(cache, "test-install.log"));
const last = await makeLastPackage(root, cache);
const { record } = last.release;
log.write(`The last release is ${record.version}, commit ${last.commit}.`);
const isSame = (await sum(last.path)) === record.packages[basename(last.path)];
log.write(
  isSame
    ? "ok  its package, made again, has the recorded checksum"
    : "    its package, made again with the tools of this machine, has another checksum",
);
const next = await makeNextPackage(root, chooseNextVersion(version, record.version));
{
  await using debian = await DebianRoot.open(cache);
  await walkInstallation(debian, await debian.give(next), log);
}
if (!(await upgrade(last.path, next))) {
  // Callers stay if the exchange has not changed. A package of this checkout with another version
  // number shows this.
  const first = join(cache, basename(next));
  await copyFile(next, first);
  const other = await makeNextPackage(root, `${readVersion(next)}.2`);
  if (!(await upgrade(first, other))) {
    throw new Error("Two packages of one checkout have different exchanges.");
  }
}
log.write("ok  the package was installed, upgraded and downgraded");
