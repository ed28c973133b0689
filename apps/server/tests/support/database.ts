import { randomBytes } from "node:crypto";

import pg from "pg";
import { afterAll, inject } from "vitest";

import { openDatabase, type Db } from "../../src/platform/db/database.ts";
import { DATABASE_NAME } from "../../src/supervisor/postgres/postgres-options.ts";

export interface TestDatabase {
  url: string;
  db: Db;
  close(): Promise<void>;
}

async function onServer(statement: string): Promise<void> {
  const url = new URL(inject("templateUrl"));
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a migrated database; with `template: false` it is empty. */
export async function createTestDatabase({ template = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name} ${template ? `template ${DATABASE_NAME}` : ""}`);
  const url = new URL(inject("templateUrl"));
  url.pathname = `/${name}`;
  const db = openDatabase({ url: url.href, poolSize: 10, onError: () => undefined });
  return {
    url: url.href,
    db,
    close: async () => {
      await db.destroy();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** A migrated database for all tests of a file. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  afterAll(() => database.close());
  return database;
}
