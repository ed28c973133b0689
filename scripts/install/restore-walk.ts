import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { DebianRoot } from "./debian-root.ts";
import type { InstalledStation } from "./installed-station.ts";
import type { ServiceRunner } from "./service-runner.ts";
import type { WalkLog } from "./walk-log.ts";

const DATA = "/var/lib/linedesk";
const BACKUPS = "/var/backups/linedesk";
const PRIVATE_KEY = "/root/linedesk-private.key";

interface RunningStation {
  debian: DebianRoot;
  station: InstalledStation;
  services: ServiceRunner;
}

/** Backs up the running station, and restores the backup into an empty data folder. */
export async function walkRestore(running: RunningStation, log: WalkLog): Promise<void> {
  const { debian, station, services } = running;
  await encryptSecretsOfBackups(debian);
  log.write(await debian.run("linedesk", "backup", BACKUPS));
  const before = await readContents(debian);
  await services.stop("linedesk");
  await services.stop("linedesk-exchange");
  await debian.run("mv", DATA, `${DATA}.old`);
  await debian.run("install", "-d", "-m", "0700", "-o", "linedesk", "-g", "linedesk", DATA);
  const newest = (await debian.run("sh", "-c", `ls -t ${BACKUPS}/*.tar.gz | head -n 1`)).trim();
  log.write(await debian.run("linedesk", "restore", newest, "--key", PRIVATE_KEY));
  await services.start("linedesk-exchange");
  await services.start("linedesk");
  await station.until(({ isReady }) => isReady);
  const after = await readContents(debian);
  log.assert(after.stations === before.stations, "the restored station has the same stations");
  log.assert(
    after.secrets === before.secrets,
    "the restored station has the secrets that the backup encrypted",
  );
}

async function encryptSecretsOfBackups(debian: DebianRoot): Promise<void> {
  const shown = await debian.run("linedesk", "backup-key", PRIVATE_KEY);
  const [line = ""] = /^BACKUP_KEY=\S+/m.exec(shown) ?? [];
  await debian.run("sh", "-c", `printf '%s\\n' '${line}' >> /etc/linedesk/linedesk.env`);
}

async function readContents(debian: DebianRoot): Promise<{ stations: string; secrets: string }> {
  const stations = await debian.run("linedesk", "station", "list");
  return { stations, secrets: await readFile(join(debian.path, DATA, "secrets.json"), "utf8") };
}
