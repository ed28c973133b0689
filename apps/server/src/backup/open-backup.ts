import { type FileHandle, open } from "node:fs/promises";

import { hasCode } from "@linedesk/base";
import { listUnknownMigrations } from "../platform/db/migrate.ts";
import { BackupError } from "./archive/backup-error.ts";
import { openBox } from "./archive/seal-box.ts";
import { verifyArchive } from "./archive/verify-archive.ts";
import {
  backupHeader,
  type BackupHeader,
  HEADER,
  migrationsOf,
  type SealedSecrets,
  sealedSecrets,
  SECRETS,
} from "./backup-header.ts";

export interface OpenedBackup {
  path: string;
  file: FileHandle;
  header: BackupHeader;
  /** The value is `null` when the backup has no secrets or `withoutSecrets` is set. */
  secrets: SealedSecrets | null;
}

interface OpenOptions {
  /** The content of the file with the private key; `null` without one. */
  privateKey: string | null;
  withoutSecrets: boolean;
}

/**
 * Opens a backup after a check of the whole file. The caller closes the file. Throws `BackupError`.
 */
export async function openBackup(path: string, options: OpenOptions): Promise<OpenedBackup> {
  const file = await openFile(path);
  try {
    const contents = await verifyArchive(file, { path, wanted: [HEADER, SECRETS] });
    const header = readHeader(path, contents.get(HEADER));
    return { path, file, header, secrets: openSecrets(contents.get(SECRETS) ?? null, options) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      throw new BackupError(`There is no file ${path}.`, { cause: error });
    }
    throw error;
  }
}

function readHeader(path: string, bytes: Buffer | undefined): BackupHeader {
  const read = backupHeader.safeParse(
    bytes === undefined ? null : JSON.parse(bytes.toString("utf8")),
  );
  if (!read.success) {
    throw new BackupError(`${path} is no backup that this version of Linedesk can read.`);
  }
  const unknown = listUnknownMigrations(migrationsOf(read.data));
  if (unknown.length > 0) {
    throw new BackupError(
      `The database in the backup has migrations that this version of Linedesk does not know (${unknown.join(", ")}). Install the newest version that has run on that database.`,
    );
  }
  return read.data;
}

function openSecrets(
  box: Buffer | null,
  { privateKey, withoutSecrets }: OpenOptions,
): SealedSecrets | null {
  if (box === null || withoutSecrets) {
    return null;
  }
  if (privateKey === null) {
    throw new BackupError(
      "The secrets of the backup are encrypted. Name the file with the private key by --key, or restore with --without-secrets.",
    );
  }
  return sealedSecrets.parse(JSON.parse(openBox(box, privateKey).toString("utf8")));
}
