import { utimes, writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join, resolve } from "node:path";

import { findRootFolder } from "@linedesk/base";
import { keepNewestBackups } from "../../backup/name-backup.ts";
import { readGivenSettings } from "../../backup/read-given-settings.ts";
import { type WrittenBackup, writeBackup } from "../../backup/write-backup.ts";
import { findBackupStamp } from "../../config/backup-stamp.ts";
import { readSettings } from "../../config/config.ts";
import { ERASURE_LOG, logErasures, readErasureLog } from "../../erasure/erasure-log.ts";
import { Progress } from "../context/progress.ts";
import { CommandError, type CommandContext, type Subcommand } from "../context/subcommand.ts";
import { findOwnerUrl } from "../context/with-database.ts";

export const backup: Subcommand = {
  name: "backup",
  usage: "DIR",
  summary: "Backs the station up into one file, also during calls.",
  details: [
    "The file contains the database, recordings, sounds and the state of the exchange. The secrets",
    "are encrypted with BACKUP_KEY, and left out without it; see linedesk backup-key. The newest",
    "BACKUP_KEEP backups of the folder are kept; --keep N replaces this setting.",
  ],
  options: { keep: { type: "string" } },
  async run(context) {
    const [given] = context.args;
    if (given === undefined || context.args.length > 1) {
      throw new CommandError('"linedesk backup" needs one folder for the backups.');
    }
    const dir = resolve(given);
    const count = readKeep(context);
    const at = new Date();
    const written = await write(context, dir, at);
    const removed = await keepNewestBackups(dir, count);
    await stamp(context, at);
    context.printJson({ ...written, removed });
    describe(written, removed).forEach(context.print);
    return 0;
  },
};

function readKeep({ env, options }: CommandContext): number {
  const { BACKUP_KEEP: usual } = readSettings({ ...env });
  const count = options["keep"] === undefined ? usual : Number(options["keep"]);
  if (!Number.isInteger(count) || count < 1) {
    throw new CommandError("--keep must be the number of backups that stay, at least 1.");
  }
  return count;
}

async function write({ env, print, signal }: CommandContext, dir: string, at: Date) {
  const { LINEDESK_DATA, DATABASE_URL, BACKUP_KEY } = readSettings({ ...env });
  const dataDir = resolve(LINEDESK_DATA);
  const databaseUrl = await findOwnerUrl(env);
  // Running calls need the processor more than the backup does.
  setPriority(constants.priority.PRIORITY_LOW);
  const progress = new Progress(print);
  const written = await writeBackup({
    dataDir,
    databaseUrl,
    isEmbedded: DATABASE_URL === undefined,
    dir,
    version: findRootFolder().version,
    publicKey: BACKUP_KEY ?? null,
    settings: await readGivenSettings(env),
    at,
    onProgress: (done, expected) => progress.show(done, expected),
    signal,
  });
  await copyErasures(dataDir, dir);
  return written;
}

/**
 * A restore of an older backup needs the list of later erasures, even when this machine is lost.
 */
async function copyErasures(dataDir: string, dir: string): Promise<void> {
  const path = join(dir, ERASURE_LOG);
  const there = new Set((await readErasureLog(path)).map((one) => JSON.stringify(one)));
  const own = await readErasureLog(join(dataDir, ERASURE_LOG));
  await logErasures(
    path,
    own.filter((one) => !there.has(JSON.stringify(one))),
  );
}

/** Writes the file whose age the go/no-go board shows as the age of the backup. */
async function stamp({ env }: CommandContext, at: Date): Promise<void> {
  const path = findBackupStamp(readSettings({ ...env }));
  await writeFile(path, `${at.toISOString()}\n`, { mode: 0o644 });
  await utimes(path, at, at);
}

function describe({ path, bytes, files, hasSecrets }: WrittenBackup, removed: readonly string[]) {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  return [
    `${path} contains the database and ${files} files, ${size}.`,
    ...(hasSecrets
      ? []
      : [
          'It contains no secrets, because BACKUP_KEY is not set. "linedesk backup-key" makes the key.',
        ]),
    ...(removed.length === 0 ? [] : [`Deleted: ${removed.join(", ")}`]),
  ];
}
