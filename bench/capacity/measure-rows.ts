import { Client } from "pg";

import { infoRow, type Row } from "../support/row.ts";
import type { CapacitySite } from "./capacity-site.ts";

/** Tables whose rows a call brings, and which stay; partitions count with their parents. */
const SIZE_SQL = `
  select sum(pg_total_relation_size(c.oid))::float8 / (select count(*) from call) as bytes
  from pg_class c
  where c.relkind = 'r' and c.relname ~ '^(call|call_event|call_leg|caller)(_|$)'`;

/** Measures the size of a call that arrives and waits, in its rows and their indexes. */
export async function measureRows(site: CapacitySite): Promise<Row> {
  const client = new Client({ connectionString: site.database.urls.admin });
  await client.connect();
  const { rows } = await client.query<{ bytes: number }>(SIZE_SQL);
  await client.end();
  return infoRow(
    "rows and indexes of a waiting call",
    `${((rows[0]?.bytes ?? 0) / 1_000).toFixed(1)} KB`,
  );
}
