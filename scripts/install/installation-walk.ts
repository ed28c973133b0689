import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";

import type { DebianRoot } from "./debian-root.ts";
import { InstalledStation } from "./installed-station.ts";
import { walkRestore } from "./restore-walk.ts";
import { ServiceRunner } from "./service-runner.ts";
import type { WalkLog } from "./walk-log.ts";

/**
 * Uses the package in the way in which an engineer does: start, status, backup, restore, restart,
 * removal and purge.
 */
export async function walkInstallation(
  debian: DebianRoot,
  deb: string,
  log: WalkLog,
): Promise<void> {
  const station = new InstalledStation(debian);
  await using services = await ServiceRunner.open(debian, log);
  log.write(await debian.run("apt-get", "install", "-y", "--no-install-recommends", deb));
  await checkFiles(debian, log);
  await station.configure();
  await services.start("linedesk-exchange");
  await services.start("linedesk");
  await station.until(({ isReady }) => isReady);
  log.write(await debian.run("linedesk", "status"));
  log.assert(true, "the installed station is ready for calls");
  await walkRestore({ debian, station, services }, log);
  log.write(await debian.run("linedesk", "restart", "server"));
  log.assert(
    (await station.read())?.isReady === true,
    "the station is ready again after a restart of the server",
  );
  log.write(await debian.run("apt-get", "remove", "-y", "linedesk"));
  log.assert(
    existsSync(join(debian.path, "var/lib/linedesk/secrets.json")),
    "a removal leaves the data",
  );
  await debian.run("apt-get", "purge", "-y", "linedesk");
  log.assert(!existsSync(join(debian.path, "var/lib/linedesk")), "a purge deletes the data");
  log.assert(!existsSync(join(debian.path, "etc/linedesk")), "a purge deletes the settings");
}

async function checkFiles({ path }: DebianRoot, log: WalkLog): Promise<void> {
  log.assert(existsSync(join(path, "usr/bin/linedesk")), "the command linedesk is installed");
  log.assert(
    (await readMode(join(path, "etc/linedesk/linedesk.env"))) === "640",
    "only root and the services can read the settings",
  );
  log.assert(
    (await readMode(join(path, "var/lib/linedesk"))) === "700",
    "only the services can enter the data folder",
  );
  for (const unit of ["linedesk", "linedesk-exchange", "linedesk-audio-server"]) {
    const file = join(path, "lib/systemd/system", `${unit}.service`);
    log.assert(existsSync(file), `the package has the unit ${unit}.service`);
  }
}

async function readMode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}
