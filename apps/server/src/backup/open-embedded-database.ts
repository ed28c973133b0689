import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { loadSecrets } from "../config/secrets.ts";
import { startEmbeddedPostgres } from "../supervisor/postgres/embedded-postgres.ts";
import { listPasswords } from "../supervisor/postgres/postgres-options.ts";

export interface OpenedDatabase {
  /** The address with the role that owns the database. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts the embedded database of a data folder that the caller has locked. Creates the database
 * when it is missing.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<OpenedDatabase> {
  const secrets = await loadSecrets(dataDir);
  const database = await startEmbeddedPostgres({
    dir: join(dataDir, "postgres"),
    port: await findFreePort(),
    passwords: listPasswords(secrets),
    onLog: () => undefined,
  });
  return { url: database.urls.owner, stop: () => database.stop() };
}
