/**
 * Installs the package in an empty Debian 12 and uses it as an engineer does: start, status, backup,
 * restart, upgrade, removal and purge. The programs start as the units describe, without systemd.
 */
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { DebianRoot } from "./debian-root.ts";

const root = join(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 180_000;
const LOOK_EVERY_MS = 500;

function assert(isTrue: boolean, sentence: string): void {
  if (!isTrue) {
    throw new Error(`It is not true that ${sentence}.`);
  }
  console.log(`ok  ${sentence}`);
}

async function findPackage(): Promise<string> {
  const folder = join(root, "dist-release");
  const name = (await readdir(folder)).find((file) => file.endsWith(".deb"));
  if (name === undefined) {
    throw new Error('There is no package. Run "npm run release" first.');
  }
  return join(folder, name);
}

async function untilReady(debian: DebianRoot): Promise<string> {
  const end = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await debian.run("linedesk", "status");
    } catch (error) {
      if (performance.now() > end) {
        throw error;
      }
    }
    await wait(LOOK_EVERY_MS);
  }
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

await using debian = await DebianRoot.open(join(root, "node_modules/.cache/linedesk-install"));
const deb = await debian.give(await findPackage());

console.log(await debian.run("apt-get", "install", "-y", "--no-install-recommends", deb));
assert(existsSync(join(debian.path, "usr/bin/linedesk")), "the command linedesk is installed");
assert(
  (await modeOf(join(debian.path, "etc/linedesk/linedesk.env"))) === "640",
  "only root and the services can read the settings",
);
assert(
  (await modeOf(join(debian.path, "var/lib/linedesk"))) === "700",
  "only the services can enter the data folder",
);
await debian.run(
  "sh",
  "-c",
  "printf 'ALLOW_DEMO_SSO=true\\nDEMO_DATA=true\\n' >> /etc/linedesk/linedesk.env",
);
const services = [
  await debian.startService("linedesk-exchange"),
  await debian.startService("linedesk"),
];
try {
  console.log(await untilReady(debian));
  assert(true, "the installed station is ready for calls");
  console.log(await debian.run("linedesk", "backup", "/var/backups/linedesk"));
  console.log(await debian.run("linedesk", "restart", "server"));
  assert(
    (await debian.run("linedesk", "status")).includes("ready for calls"),
    "it is ready again after a restart of the server",
  );
  console.log(await debian.run("apt-get", "install", "-y", "--reinstall", deb));
  assert(
    (await debian.run("linedesk", "status")).includes("ready for calls"),
    "an upgrade leaves a running station",
  );
} finally {
  for (const service of services.toReversed()) {
    service.kill("SIGTERM");
    await new Promise((resolve) => service.once("close", resolve));
  }
}
await debian.run("apt-get", "remove", "-y", "linedesk");
assert(existsSync(join(debian.path, "var/lib/linedesk/secrets.json")), "a removal leaves the data");
await debian.run("apt-get", "purge", "-y", "linedesk");
assert(!existsSync(join(debian.path, "var/lib/linedesk")), "a purge deletes the data");
assert(!existsSync(join(debian.path, "etc/linedesk")), "a purge deletes the settings");
