import { sql } from "kysely";

import type { Db } from "../../../platform/db/database.ts";

export interface DatabaseFacts {
  /** `18` for PostgreSQL 18.1. */
  majorVersion: number;
  version: string;
  role: string;
  /** The rights of the role beyond the needs of the server, in words that follow "it". */
  wideRights: string[];
  encoding: string;
  /** Is true when the role may create tables in the schema, as a migration does. */
  mayCreate: boolean;
  tables: number;
  /** Tables of the schema that the role may not read. */
  unreadable: string[];
  maxConnections: number;
  isEncrypted: boolean;
}

/**
 * A superuser has all rights, so its other rights are not listed. The table of the audit is looked
 * up by its name, because an empty database has none.
 */
const selectWideRights = sql`
  with own as (
    select r.*, (select relowner from pg_class where oid = to_regclass('audit_entry')) as audit
    from pg_roles r where rolname = current_user
  ), found (at, words, has) as (
    select 1, 'is a superuser', rolsuper from own
    union all select 2, 'may run programs on the database''s machine',
      pg_has_role('pg_execute_server_program', 'member') from own
    union all select 3, 'may read or write files of the database''s machine',
      pg_has_role('pg_read_server_files', 'member')
        or pg_has_role('pg_write_server_files', 'member') from own
    union all select 4, 'owns the audit entries', pg_has_role(audit, 'member') from own
    union all select 5, 'may change or delete audit entries',
      has_table_privilege(to_regclass('audit_entry'), 'update, delete, truncate, trigger')
        and not pg_has_role(audit, 'member') from own
    union all select 6, 'may set session_replication_role',
      has_parameter_privilege('session_replication_role', 'set') from own
    union all select 7, 'may create roles or databases', rolcreaterole or rolcreatedb from own
    union all select 8, 'may replicate or bypass row security', rolreplication or rolbypassrls from own
    union all select 9, 'may create tables and functions',
      has_schema_privilege(current_schema(), 'create')
        or has_database_privilege(current_database(), 'create, temporary') from own
  )
  select words from found where has and (at = 1 or not (select rolsuper from own)) order by at`;

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version_num')::int / 10000 as "majorVersion",
      current_setting('server_version') as version,
      current_user as role,
      array(${selectWideRights}) as "wideRights",
      current_setting('server_encoding') as encoding,
      has_schema_privilege(current_schema(), 'create') as "mayCreate",
      (select count(*)::int from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')) as tables,
      array(select relname::text from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and not relispartition and not has_table_privilege(oid, 'select') order by 1) as unreadable,
      current_setting('max_connections')::int as "maxConnections",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted"
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) {
    throw new Error("the database returned no facts");
  }
  return facts;
}
