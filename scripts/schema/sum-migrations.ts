import { createHash } from "node:crypto";

import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";

import type { SchemaMigration } from "../../apps/server/src/platform/db/migrations/schema-migration.ts";

/**
 * Returns the SHA-256 of all that each migration runs, by its name. Comments, line breaks and
 * indents do not count.
 */
export async function sumMigrations(
  migrations: Readonly<Record<string, SchemaMigration>>,
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const [name, migration] of Object.entries(migrations)) {
    const text = "indexes" in migration ? listIndexes(migration) : await record(migration.up);
    sums[name] = createHash("sha256").update(text).digest("hex");
  }
  return sums;
}

function listIndexes({ indexes }: Extract<SchemaMigration, { indexes: unknown }>): string {
  return indexes
    .map(({ name, table, on, isUnique = false }) => simplify(`${isUnique} ${name} ${table} ${on}`))
    .join(";");
}

/** Runs the migration on a database that answers every query with no rows. */
async function record(up: (db: Kysely<unknown>) => Promise<void>): Promise<string> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(`${simplify(query.sql)} ${JSON.stringify(query.parameters)}`);
    },
  });
  await up(db);
  return statements.join(";");
}

function simplify(text: string): string {
  return text.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim();
}
