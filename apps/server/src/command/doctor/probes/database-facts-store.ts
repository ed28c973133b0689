import { sql } from "kysely";

import type { Db } from "../../../platform/db/database.ts";

export interface DatabaseFacts {
  /** `18` for PostgreSQL 18.1. */
  majorVersion: number;
  version: string;
  isSuperuser: boolean;
  encoding: string;
  /** True when the role may create tables in the schema, as a migration does. */
  mayCreate: boolean;
  tables: number;
  /** Tables of the schema that the role may not read. */
  unreadable: string[];
  maxConnections: number;
  isEncrypted: boolean;
}

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version_num')::int / 10000 as "majorVersion",
      current_setting('server_version') as version,
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
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
