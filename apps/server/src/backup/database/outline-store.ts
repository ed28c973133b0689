import type pg from "pg";
import * as z from "zod";

/**
 * The tables of the product, and everything else that a restore needs before it loads their rows.
 */
export const databaseOutline = z.object({
  /** The names of the migrations that have run. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isUsed: z.boolean() })),
});
export type DatabaseOutline = z.output<typeof databaseOutline>;

/**
 * Tables about what runs at present: servers, leases, sockets of the hub, begun sign-ins and files
 * of the console. A restored or moved database must not contain their rows.
 */
export const PRESENT_TABLES = [
  "server_instance",
  "leader_lease",
  "hub_member",
  "hub_channel",
  "hub_message",
  "sso_record",
  "console_build",
  "console_asset",
];

/** The record of migrations is written by the migrations themselves. */
const OWN_RECORD = ["kysely_migration", "kysely_migration_lock", "schema_floor", ...PRESENT_TABLES];

/** Reads the outline in the transaction of the client. */
export async function readOutline(client: pg.Client): Promise<DatabaseOutline> {
  return databaseOutline.parse({
    migrations: (await read(client, SELECT_MIGRATIONS)).map(({ name }) => name),
    tables: await read(client, SELECT_TABLES, [OWN_RECORD]),
    partitions: await read(client, SELECT_PARTITIONS),
    sequences: await readSequences(client),
  });
}

export async function readMajorVersion(client: pg.Client): Promise<number> {
  const [row] = await read(client, "select current_setting('server_version_num')::int as version");
  return Math.floor(Number(row?.["version"]) / 10_000);
}

export async function readEncoding(client: pg.Client): Promise<string> {
  const [row] = await read(client, "select current_setting('server_encoding') as encoding");
  return String(row?.["encoding"]);
}

/** The tables that have a row as soon as a station is in use. */
const USED_TABLES = ["user", "station", "call", "caller", "audit_entry"];

/** Returns true when nobody has used a station with this database. */
export async function isUnusedDatabase(client: pg.Client): Promise<boolean> {
  const tables = await read(client, SELECT_TABLES, [OWN_RECORD]);
  const used = tables.map(({ name }) => String(name)).filter((name) => USED_TABLES.includes(name));
  for (const name of used) {
    const found = await client.query(`select from ${quote(name)} limit 1`);
    if (found.rowCount !== 0) {
      return false;
    }
  }
  return true;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const SELECT_MIGRATIONS = "select name from kysely_migration order by name";

const SELECT_TABLES = `
  select c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and c.relname <> all ($1::text[])
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1`;

const SELECT_PARTITIONS = `
  select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_class c
  join pg_inherits i on i.inhrelid = c.oid
  join pg_class p on p.oid = i.inhparent
  where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relkind = 'r'
  order by 1`;

const SELECT_SEQUENCES = `
  select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1`;

async function readSequences(client: pg.Client) {
  const sequences: DatabaseOutline["sequences"] = [];
  for (const { name } of await read(client, SELECT_SEQUENCES)) {
    const [row] = await read(
      client,
      `select last_value::text as value, is_called from ${quote(String(name))}`,
    );
    const isUsed = row?.["is_called"] === true;
    sequences.push({ name: String(name), value: String(row?.["value"]), isUsed });
  }
  return sequences;
}

async function read(client: pg.Client, text: string, values: unknown[] = []) {
  return (await client.query<Record<string, unknown>>(text, values)).rows;
}
