import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
/**
 * Installs the package in an empty Debian 12, and upgrades the last release to it and back under
 * waiting callers. The programs start as the units describe, without systemd. The log is
 * `test-install.log` in the folder of the cache.
 */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { findRootFolder } from "../../apps/server/src/config/root-folder.ts";
import { DebianRoot } from "./debian-root.ts";
import { walkInstallation } from "./installation-walk.ts";
import { makeLastPackage, makeNextPackage } from "./make-packages.ts";
import { walkUpgrade } from "./upgrade-walk.ts";
import { WalkLog } from "./walk-log.ts";

const { path: root, version } = findRootFolder(import.meta.dirname);
const cache = join(root, "node_modules/.cache/linedesk-install");

async function sum(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
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
const next = await makeNextPackage(root, version, record.version);
log.write(`The next package is ${basename(next)}.`);
{
  await using debian = await DebianRoot.open(cache);
  await walkInstallation(debian, await debian.give(next), log);
}
{
  await using debian = await DebianRoot.open(cache);
  await walkUpgrade(
    debian,
    {
      last: { path: await debian.give(last.path), version: record.version },
      next: { path: await debian.give(next), version: /_(.+)_/.exec(basename(next))?.[1] ?? "" },
    },
    log,
  );
}
