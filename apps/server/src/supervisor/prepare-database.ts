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
 * Migrates the database as its owner, and gives the role of the server its rights. Returns the names
 * of the migrations that ran. Throws `MigrationError`, `DatabaseOwnerError` or
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
 * Returns the role of an address without a connection, which the role may not have before it gets its
 * rights. Without a name in the address it is that of the system's user.
 */
function findRole(url: string): string {
  return new pg.Client({ connectionString: url }).user ?? userInfo().username;
}
