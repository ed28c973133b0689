import type { Readable } from "node:stream";

import type pg from "pg";

import { copyOut } from "./copy-out.ts";
import { type DatabaseOutline, quote } from "./outline-store.ts";

/**
 * Calls `use` in one read-only transaction, in which every statement sees the same state of the
 * database, even while calls change it.
 */
export async function inSnapshot<T>(client: pg.Client, use: () => Promise<T>): Promise<T> {
  await client.query("set timezone = 'UTC'");
  await client.query("begin isolation level repeatable read, read only");
  const result = await use();
  await client.query("commit");
  return result;
}

/**
 * Returns the name of the transaction's snapshot, with which another connection can read the same
 * state.
 */
export async function exportSnapshot(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>("select pg_export_snapshot() as name");
  return rows[0]?.name ?? "";
}

type Table = DatabaseOutline["tables"][number];

export function copyRows(client: pg.Client, { name, columns }: Table): Readable {
  const list = columns.map(quote).join(", ");
  return copyOut(client, `copy (select ${list} from ${quote(name)}) to stdout`);
}

/** Returns the number of rows of each table. */
export async function countRows(
  client: pg.Client,
  tables: readonly Table[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*)::text as count from ${quote(name)}`,
    );
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

export async function readDatabaseBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_database_size(current_database())::text as bytes",
  );
  return Number(rows[0]?.bytes ?? 0);
}
