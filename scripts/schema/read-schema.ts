import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { openDatabase } from "../../apps/server/src/platform/db/database.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";
import {
  describeSchema,
  type SchemaDescription,
} from "../../apps/server/src/platform/db/schema-description.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/supervisor/postgres/embedded-postgres.ts";

/** Makes the schema of this checkout in a new database of the embedded PostgreSQL. */
export async function readSchema(): Promise<SchemaDescription> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-schema-"));
  // Under root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dir: join(folder, "postgres"),
    port: await findFreePort(),
    passwords: { admin: "schema", owner: "schema", server: "schema" },
    onLog: () => undefined,
    disposable: true,
  });
  const db = openDatabase({ url: postgres.urls.owner, poolSize: 1, onError: () => undefined });
  try {
    await migrate(db);
    return await db.transaction().execute(describeSchema);
  } finally {
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
