import { randomBytes } from "node:crypto";

import pg from "pg";
import { afterAll, inject } from "vitest";

import { openDatabase, type Db } from "../../src/platform/db/database.ts";
import { DATABASE_NAME, roleNames } from "../../src/supervisor/postgres/postgres-options.ts";

export interface TestDatabase {
  /**
   * The connection URL for the server's role, as in production. For an empty database it has the
   * owner's role.
   */
  url: string;
  db: Db;
  /** The connection URL for the owner's role, for changes that the product never makes. */
  ownerUrl: string;
  ownerDb: Db;
  /** The connection URL for the superuser. */
  adminUrl: string;
  close(): Promise<void>;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function addressOf(role: keyof typeof roleNames, database: string): string {
  const url = new URL(inject("templateUrls")[role]);
  url.pathname = `/${database}`;
  return url.href;
}

interface TestDatabaseOptions {
  template?: boolean;
  encoding?: string;
}

/** Creates a migrated database; with `template: false` it is empty. */
export async function createTestDatabase({
  template = true,
  encoding = "UTF8",
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const made = template ? `template ${DATABASE_NAME}` : `template template0 encoding '${encoding}'`;
  const server = addressOf("admin", "postgres");
  await onServer(server, `create database ${name} owner ${roleNames.owner} ${made}`);
  // A copy contains the rights on the objects in the database, but not the rights on the database
  // itself.
  await onServer(
    server,
    `revoke all on database ${name} from public; grant connect on database ${name} to ${roleNames.server}`,
  );
  const ownerUrl = addressOf("owner", name);
  const url = template ? addressOf("server", name) : ownerUrl;
  const db = openDatabase({ url, poolSize: 10, onError: () => undefined });
  const ownerDb = openDatabase({ url: ownerUrl, poolSize: 4, onError: () => undefined });
  return {
    url,
    db,
    ownerUrl,
    ownerDb,
    adminUrl: addressOf("admin", name),
    close: async () => {
      await Promise.all([db.destroy(), ownerDb.destroy()]);
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Opens a migrated database for all tests of a file. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  afterAll(() => database.close());
  return database;
}
