import { readSettings } from "../../config/config.ts";
import { type Db, openDatabase } from "../../platform/db/database.ts";
import { readRunningStation } from "./running-station.ts";
import { CommandError } from "./subcommand.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the database URL of the settings, or else the URL of the embedded database. */
async function findDatabaseUrl(env: Environment): Promise<string> {
  const { DATABASE_URL } = readSettings({ ...env });
  return DATABASE_URL ?? requireUrl((await readRunningStation(env)).server?.databaseUrl);
}

/**
 * Returns the database URL that signs in as the owner of the database. Without a separate owner
 * role, returns the usual URL.
 */
export async function findOwnerUrl(env: Environment): Promise<string> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = readSettings({ ...env });
  if (DATABASE_URL !== undefined) {
    return DATABASE_OWNER_URL ?? DATABASE_URL;
  }
  const { server } = await readRunningStation(env);
  return requireUrl(server?.databaseOwnerUrl || server?.databaseUrl);
}

function requireUrl(url: string | undefined): string {
  if (url === undefined || url === "") {
    throw new CommandError(
      "The embedded database runs only while the station runs. Start the station first.",
    );
  }
  return url;
}

/** Calls `use` with the station's database, and closes the connection. */
export async function withDatabase<T>(env: Environment, use: (db: Db) => Promise<T>): Promise<T> {
  const url = await findDatabaseUrl(env);
  const db = openDatabase({ url, poolSize: 2, onError: () => undefined });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
