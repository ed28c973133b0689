import { sql } from "kysely";

import type { Trx } from "./database.ts";

/** Who saves the same thing at once waits: what is compared with what was seen stays as it is. */
export async function lockEdit(trx: Trx, thing: string): Promise<void> {
  const key = `linedesk.edit.${thing}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}
