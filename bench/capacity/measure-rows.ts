import { Client } from "pg";

import { infoRow, type Row } from "../support/row.ts";
import type { CapacitySite } from "./capacity-site.ts";

/** Divides the size of the tables to which calls add lasting rows by the number of calls. */
const SIZE_SQL = `
  select sum(pg_total_relation_size(c.oid))::float8 / (select count(*) from call) as bytes
  from pg_class c
  where c.relkind = 'r' and c.relname ~ '^(call|call_event|call_leg|caller|caller_number)(_[0-9_]+)?$'`;

const CONNECTIONS_SQL = `
  select count(*)::int as connections from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Measures the size of a call that arrives and waits, and the connections of one server. */
export async function measureRows(site: CapacitySite): Promise<Row[]> {
  const client = new Client({ connectionString: site.database.urls.admin });
  await client.connect();
  const size = await client.query<{ bytes: number }>(SIZE_SQL);
  const count = await client.query<{ connections: number }>(CONNECTIONS_SQL);
  await client.end();
  const bytes = size.rows[0]?.bytes ?? 0;
  return [
    infoRow("rows and indexes of a waiting call", `${(bytes / 1_000).toFixed(1)} KB`),
    infoRow("connections of one server after 1,000 arrivals", String(count.rows[0]?.connections)),
  ];
}
