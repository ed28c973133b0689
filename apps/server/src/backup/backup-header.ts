import * as z from "zod";

import { databaseOutline } from "./database/outline-store.ts";

export const HEADER = "backup.json";
export const SECRETS = "secrets.sealed";
export const DUMP_FOLDER = "database.dump";
export const ROWS_FOLDER = "database";
export const FILES_FOLDER = "files";

const FORMAT = "linedesk-backup-1";

/** The first file of a backup. */
export const backupHeader = z.object({
  format: z.literal(FORMAT),
  /** The version of Linedesk that made the backup. */
  version: z.string(),
  at: z.iso.datetime(),
  database: z.discriminatedUnion("method", [
    z.object({ method: z.literal("copy"), outline: databaseOutline }),
    z.object({
      method: z.literal("dump"),
      major: z.number(),
      migrations: z.array(z.string()),
    }),
  ]),
});
export type BackupHeader = z.output<typeof backupHeader>;

export function writeHeader(header: Omit<BackupHeader, "format">): Buffer {
  return Buffer.from(`${JSON.stringify({ format: FORMAT, ...header }, null, 1)}\n`);
}

export function migrationsOf({ database }: BackupHeader): readonly string[] {
  return database.method === "copy" ? database.outline.migrations : database.migrations;
}

/** The secrets that the backup encrypts with BACKUP_KEY. */
export const sealedSecrets = z.object({
  /** The secret files in base64, by their paths below the data folder. */
  files: z.record(z.string(), z.string()),
  /** The settings of the environment that were set. */
  settings: z.record(z.string(), z.string()),
});
export type SealedSecrets = z.output<typeof sealedSecrets>;
