import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { claimDataFolder } from "../../backup/claim-data-folder.ts";
import { openBackup, type OpenedBackup } from "../../backup/open-backup.ts";
import { openEmbeddedDatabase } from "../../backup/open-embedded-database.ts";
import { restoreBackup, SETTINGS_FILE } from "../../backup/restore-backup.ts";
import { readSettings } from "../../config/config.ts";
import { ERASURE_LOG, type LoggedErasure, readErasureLog } from "../../erasure/erasure-log.ts";
import { prepareDatabase } from "../../supervisor/prepare-database.ts";
import { type CommandContext, CommandError, type Subcommand } from "../context/subcommand.ts";

export const restore: Subcommand = {
  name: "restore",
  usage: "FILE",
  summary: "Restores a backup into an empty data folder and an empty database.",
  details: [
    "The station must be stopped. The whole file is checked before anything is written.",
    "--key FILE names the file with the private key of linedesk backup-key, which opens the secrets.",
    "--without-secrets makes new ones: everybody signs in again, and passwords of trunks and",
    "integrations must be typed again. Everybody who was erased since the backup is erased again. The",
    `erasures are read from ${ERASURE_LOG} beside the backup and in the data folder, and from the file`,
    "that --erasures names.",
  ],
  options: {
    key: { type: "string" },
    "without-secrets": { type: "boolean" },
    erasures: { type: "string" },
  },
  async run(context) {
    const [given] = context.args;
    if (given === undefined || context.args.length > 1) {
      throw new CommandError('"linedesk restore" needs one backup.');
    }
    const path = resolve(given);
    const erasures = await readErasures(context, path);
    const backup = await openBackup(path, await readKey(context));
    try {
      return await restoreInto(context, backup, erasures);
    } finally {
      await backup.file.close();
    }
  },
};

async function restoreInto(
  { env, print, printJson }: CommandContext,
  backup: OpenedBackup,
  erasures: readonly LoggedErasure[],
) {
  const { LINEDESK_DATA, DATABASE_URL, DATABASE_OWNER_URL } = readSettings({ ...env });
  const dataDir = resolve(LINEDESK_DATA);
  const folder = claimDataFolder(dataDir);
  try {
    const { files, erased } = await restoreBackup(backup, {
      dataDir,
      erasures,
      openDatabaseUrl: async () =>
        DATABASE_URL === undefined
          ? openEmbeddedDatabase(dataDir)
          : { url: DATABASE_OWNER_URL ?? DATABASE_URL, stop: async () => undefined },
      onProgress: (step) => print(`Restoring ${step}`),
    });
    if (DATABASE_URL !== undefined && DATABASE_OWNER_URL !== undefined) {
      // The next start would prepare the database too. With this preparation, "linedesk station
      // list" shows the station before that start.
      await prepareDatabase({ ownerUrl: DATABASE_OWNER_URL, serverUrl: DATABASE_URL });
    }
    const { at, version } = backup.header;
    print(
      `The backup of ${at} (Linedesk ${version}) is restored into ${dataDir}: the database and ${files} files.`,
    );
    print(`Erased again: ${erased} people.`);
    if (backup.secrets !== null) {
      print(`Compare your settings with ${join(dataDir, SETTINGS_FILE)}, and delete that file.`);
    }
    printJson({ dataDir, at, version, files, erased, hasSecrets: backup.secrets !== null });
    return 0 as const;
  } catch (error) {
    folder.empty();
    throw error;
  } finally {
    folder.unlock();
  }
}

async function readKey({ options }: CommandContext) {
  const { key } = options;
  const withoutSecrets = options["without-secrets"] === true;
  const privateKey = typeof key === "string" ? await readFile(key, "utf8") : null;
  return { privateKey, withoutSecrets };
}

async function readErasures({ env, options }: CommandContext, path: string) {
  const { LINEDESK_DATA } = readSettings({ ...env });
  const { erasures } = options;
  const paths = [
    join(dirname(path), ERASURE_LOG),
    join(LINEDESK_DATA, ERASURE_LOG),
    ...(typeof erasures === "string" ? [await requireReadable(erasures)] : []),
  ];
  const found = await Promise.all(paths.map(readErasureLog));
  return [...new Map(found.flat().map((one) => [JSON.stringify(one), one])).values()];
}

async function requireReadable(path: string): Promise<string> {
  await readFile(path);
  return path;
}
