import { openDatabase } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { BackupError } from "./archive/backup-error.ts";
import { DUMP_FOLDER, ROWS_FOLDER } from "./backup-header.ts";
import { findDumpProgram, restoreDump } from "./database/dump-program.ts";
import { loadRows } from "./database/load-store.ts";
import type { DatabaseOutline } from "./database/outline-store.ts";
import { withClient } from "./database/with-client.ts";
import type { OpenedBackup } from "./open-backup.ts";
import { PieceReader } from "./piece-reader.ts";

/** Fills the unused database with the schema and the rows of the backed-up database. */
export async function restoreRows(
  { file, header }: Pick<OpenedBackup, "file" | "header">,
  url: string,
): Promise<void> {
  const pieces = new PieceReader(file);
  try {
    await (header.database.method === "dump"
      ? restoreFromDump(pieces, header.database.major, url)
      : copyTables(pieces, header.database.outline, url));
  } finally {
    await pieces.close();
  }
}

async function restoreFromDump(pieces: PieceReader, major: number, databaseUrl: string) {
  const program = await requireProgram(major);
  await restoreDump({ program, databaseUrl }, pieces.read(DUMP_FOLDER, DUMP_FOLDER));
}

async function copyTables(pieces: PieceReader, outline: DatabaseOutline, url: string) {
  await makeSchema(url, outline);
  await withClient(url, (client) =>
    loadRows(client, outline, (name) => pieces.read(`${ROWS_FOLDER}/${name}`, ROWS_FOLDER)),
  );
}

/** Creates the schema that the database of the outline had. */
export async function makeSchema(url: string, { migrations }: DatabaseOutline): Promise<void> {
  const db = openDatabase({ url, poolSize: 1, onError: () => undefined });
  try {
    await migrate(db, { only: migrations });
  } finally {
    await db.destroy();
  }
}

async function requireProgram(major: number): Promise<string> {
  const program = await findDumpProgram("pg_restore", major);
  if (program === null) {
    throw new BackupError(
      `The backup was made by pg_dump of PostgreSQL ${major}. Install postgresql-client-${major}.`,
    );
  }
  return program;
}
