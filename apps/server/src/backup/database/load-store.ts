import type pg from "pg";

import { copyIn } from "./copy-in.ts";
import { type DatabaseOutline, quote } from "./outline-store.ts";

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Replaces the rows of every table in one transaction. Triggers do not run, because the rows
 * already contain their results. Foreign keys are checked after the last row.
 */
export async function loadRows(
  client: pg.Client,
  outline: DatabaseOutline,
  readRows: (table: string) => AsyncIterable<Buffer>,
): Promise<void> {
  const { tables } = outline;
  await client.query("set timezone = 'UTC'");
  await client.query("begin");
  await makePartitions(client, outline);
  await setTriggers(client, outline, "disable");
  const keys = await dropForeignKeys(client);
  await client.query(`truncate ${tables.map(({ name }) => quote(name)).join(", ")}`);
  for (const { name, columns } of tables) {
    const list = columns.map(quote).join(", ");
    await copyIn(client, `copy ${quote(name)} (${list}) from stdin`, readRows(name));
  }
  await addForeignKeys(client, keys);
  await setTriggers(client, outline, "enable");
  await setSequences(client, outline);
  await client.query("commit");
  await client.query("analyze");
}

async function makePartitions(client: pg.Client, { partitions }: DatabaseOutline): Promise<void> {
  for (const { name, parent, bound } of partitions) {
    await client.query(
      `create table if not exists ${quote(name)} partition of ${quote(parent)} ${bound}`,
    );
  }
}

async function setTriggers(
  client: pg.Client,
  { tables }: DatabaseOutline,
  action: "enable" | "disable",
): Promise<void> {
  for (const { name } of tables) {
    await client.query(`alter table ${quote(name)} ${action} trigger user`);
  }
}

async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select t.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.conparentid = 0 and c.connamespace = current_schema()::regnamespace
    order by 1, 2`);
  for (const { table, name } of rows) {
    await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`);
  }
  return rows;
}

async function addForeignKeys(client: pg.Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`);
  }
}

async function setSequences(client: pg.Client, { sequences }: DatabaseOutline): Promise<void> {
  for (const { name, value, isUsed } of sequences) {
    await client.query("select setval($1::text::regclass, $2::bigint, $3)", [
      quote(name),
      value,
      isUsed,
    ]);
  }
}
