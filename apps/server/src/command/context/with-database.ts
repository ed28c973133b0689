import { readSettings } from "../../config/config.ts";
import { type Db, openDatabase } from "../../platform/db/database.ts";
import { readRunningStation } from "./running-station.ts";
import { CommandError } from "./verb.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the address of the station's database: that of the settings, or the embedded one. */
export async function findDatabaseUrl(env: Environment): Promise<string> {
  const { DATABASE_URL } = readSettings({ ...env });
  const url = DATABASE_URL ?? (await readRunningStation(env)).server?.databaseUrl;
  if (url === undefined || url === "") {
    throw new CommandError(
      "The embedded database runs only while the station runs. Start it first.",
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
