import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

import { sql } from "kysely";

import { type Db, transact } from "../platform/db/database.ts";

/** This is enough for the build of this server, an earlier build, and the build of an upgrade. */
const MAX_BUILDS = 3;

export interface ConsoleBuild {
  /** The page's first script, which names the build. */
  entry: string;
  names: readonly string[];
}

/**
 * Records the build as the newest one. Returns the names of those of its files that are not stored
 * yet.
 */
export async function storeBuild(db: Db, { entry, names }: ConsoleBuild): Promise<string[]> {
  return transact(db, async (trx) => {
    const values = { names: [...names], stored_at: sql<Date>`clock_timestamp()` };
    await trx
      .insertInto("console_build")
      .values({ entry, ...values })
      .onConflict((conflict) => conflict.column("entry").doUpdateSet(values))
      .execute();
    await sql`delete from console_build where entry not in (
      select entry from console_build order by stored_at desc limit ${MAX_BUILDS})`.execute(trx);
    await sql`delete from console_asset where not exists (
      select from console_build where console_asset.name = any(names))`.execute(trx);
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${[...names]}::text[]) as name
      where not exists (select from console_asset a where a.name = name.name)`.execute(trx);
    return rows.map(({ name }) => name);
  });
}

/** Stores a file in compressed form. */
export async function storeAsset(db: Db, name: string, file: Buffer): Promise<void> {
  await db
    .insertInto("console_asset")
    .values({ name, content: await promisify(gzip)(file) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findAsset(db: Db, name: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom("console_asset")
    .select("content")
    .where("name", "=", name)
    .executeTakeFirst();
  return row === undefined ? null : promisify(gunzip)(row.content);
}
