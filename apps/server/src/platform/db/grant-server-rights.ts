import { sql } from "kysely";

import type { Db, Trx } from "./database.ts";
import { lockMigrations } from "./migration-connection.ts";

/** The schema of pg-boss, the library of the jobs. */
const JOBS = "pgboss";

interface TableRights {
  schema: string;
  name: string;
  rights: string;
}

/**
 * The role of the owner does not own a table. The message is for the person who starts the product.
 */
export class DatabaseOwnerError extends Error {
  override name = "DatabaseOwnerError";
  readonly code = "database_owner";
}

/** Returns the name of the role that the connection has. */
export async function readRole(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? "";
}

/**
 * Throws `DatabaseOwnerError` when the role of this connection may not change the tables that
 * exist.
 */
export async function requireOwner(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; owner: string }>`
    select relname as name, pg_get_userbyid(relowner) as owner from pg_class
    where relnamespace in (current_schema()::regnamespace, to_regnamespace(${JOBS}))
      and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = pg_class.oid and d.deptype = 'e')
    order by 1 limit 1`.execute(db);
  const [foreign] = rows;
  if (foreign !== undefined) {
    throw new DatabaseOwnerError(
      `The role of DATABASE_OWNER_URL does not own the table ${foreign.name}, which belongs to ${foreign.owner}. Make the role of DATABASE_OWNER_URL the owner of everything that ${foreign.owner} owns, as docs/production.md describes under "PostgreSQL".`,
    );
  }
}

/**
 * Gives the role of the server exactly the rights that it needs: rows of every table, no change of
 * audit entries, no change of the schema. The connection belongs to the owner. Two servers that
 * start at the same time wait for each other.
 */
export async function grantServerRights(db: Db, role: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMigrations(trx);
    await closeDatabase(trx, role);
    await grantTables(trx, role);
    await grantFunctions(trx, role);
  });
}

/**
 * Only the owner of the database may change these rights; for anybody else PostgreSQL issues a
 * warning.
 */
async function closeDatabase(trx: Trx, role: string): Promise<void> {
  const { rows } = await sql<{ database: string; schema: string; hasJobs: boolean }>`
    select current_database() as database, current_schema() as schema,
      to_regnamespace(${JOBS}) is not null as "hasJobs"`.execute(trx);
  const [found] = rows;
  if (found === undefined) {
    return;
  }
  const { database, schema, hasJobs } = found;
  const [to, open] = [sql.id(role), sql.id(schema)];
  await sql`revoke all on database ${sql.id(database)} from public`.execute(trx);
  await sql`grant connect on database ${sql.id(database)} to ${to}`.execute(trx);
  await sql`revoke create on schema ${open} from public, ${to}`.execute(trx);
  await sql`grant usage on schema ${open} to ${to}`.execute(trx);
  if (hasJobs) {
    await sql`grant usage on schema ${sql.id(JOBS)} to ${to}`.execute(trx);
  }
}

/** Only tables with other rights are changed, so that most starts change nothing. */
async function grantTables(trx: Trx, role: string): Promise<void> {
  const { rows } = await sql<TableRights>`
    with wanted as (
      select c.oid, n.nspname as schema, c.relname as name,
        case c.relname
          when 'audit_entry' then 'INSERT, SELECT'
          when 'kysely_migration' then 'SELECT'
          when 'schema_floor' then 'SELECT'
          else 'DELETE, INSERT, SELECT, UPDATE'
        end as rights
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.oid in (current_schema()::regnamespace, to_regnamespace(${JOBS}))
        and c.relkind in ('r', 'p') and not c.relispartition
        and pg_has_role(c.relowner, 'usage')
    ), present as (
      select w.oid, string_agg(a.privilege_type, ', ' order by a.privilege_type) as rights
      from wanted w join pg_class c on c.oid = w.oid, aclexplode(c.relacl) a
      where a.grantee in (0, ${role}::regrole)
      group by 1
    )
    select schema, name, w.rights from wanted w left join present p using (oid)
    where w.rights is distinct from p.rights`.execute(trx);
  for (const { schema, name, rights } of rows) {
    const table = sql.id(schema, name);
    await sql`revoke all on ${table} from public, ${sql.id(role)}`.execute(trx);
    await sql`grant ${sql.raw(rights)} on ${table} to ${sql.id(role)}`.execute(trx);
  }
}

/**
 * Grants the use of functions that run with the rights of their owner. Each does one thing that the
 * role itself may not do; the function of pg-boss creates the table of a queue.
 */
async function grantFunctions(trx: Trx, role: string): Promise<void> {
  const { rows } = await sql<{ name: string; isOfJobs: boolean }>`
    select oid::regprocedure::text as name,
      pronamespace is not distinct from to_regnamespace(${JOBS}) as "isOfJobs"
    from pg_proc
    where (pronamespace = current_schema()::regnamespace and prosecdef)
      or (pronamespace = to_regnamespace(${JOBS}) and proname = 'create_queue')`.execute(trx);
  for (const { name, isOfJobs } of rows) {
    const named = sql.raw(name);
    if (isOfJobs) {
      await sql`alter function ${named} security definer set search_path = pg_catalog, pg_temp`.execute(
        trx,
      );
    }
    await sql`revoke execute on function ${named} from public`.execute(trx);
    await sql`grant execute on function ${named} to ${sql.id(role)}`.execute(trx);
  }
}
