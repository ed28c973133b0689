import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { loadSecrets } from "../config/secrets.ts";
import { startEmbeddedPostgres } from "../supervisor/postgres/embedded-postgres.ts";

export interface OpenedDatabase {
  url: string;
  stop: () => Promise<void>;
}

/** Creates the embedded database of a data folder that is locked, and runs it. */
export async function openEmbeddedDatabase(dataDir: string): Promise<OpenedDatabase> {
  const { databasePassword: password } = await loadSecrets(dataDir);
  const database = await startEmbeddedPostgres({
    dir: join(dataDir, "postgres"),
    port: await findFreePort(),
    password,
    onLog: () => undefined,
  });
  return { url: database.url, stop: () => database.stop() };
}
