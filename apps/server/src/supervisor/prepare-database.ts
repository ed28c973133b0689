import { userInfo } from "node:os";

import pg from "pg";

import { openDatabase, waitForDatabase } from "../platform/db/database.ts";
import { grantServerRights, readRole, requireOwner } from "../platform/db/grant-server-rights.ts";
import { migrate } from "../platform/db/migrate.ts";
import { makeJobTables } from "../platform/jobs/jobs.ts";

interface DatabaseRoles {
  /** The address with the role that owns the database. */
  ownerUrl: string;
  /** The address with the role of the server. */
  serverUrl: string;
}

/**
 * Migrates the database as its owner, and gives the role of the server its rights. Returns the
 * names of the migrations that ran. Throws `MigrationError`, `DatabaseOwnerError` or
 * `DatabaseUnreachableError`.
 */
export async function prepareDatabase({ ownerUrl, serverUrl }: DatabaseRoles): Promise<string[]> {
  const db = openDatabase({ url: ownerUrl, poolSize: 2, onError: () => undefined });
  try {
    await waitForDatabase(db, "DATABASE_OWNER_URL");
    await requireOwner(db);
    const ran = await migrate(db);
    await makeJobTables(ownerUrl);
    const server = findRole(serverUrl);
    if (server !== (await readRole(db))) {
      await grantServerRights(db, server);
    }
    return ran;
  } finally {
    await db.destroy();
  }
}

/**
 * Returns the role in an address. It does not connect, because the role may not be allowed to
 * connect before it gets its rights. An address without a name means the system's user.
 */
function findRole(url: string): string {
  return new pg.Client({ connectionString: url }).user ?? userInfo().username;
}
