import { sql } from "kysely";

import type { Trx } from "./database.ts";

/**
 * Who saves the same thing at once waits: what is compared with what was seen stays as it is. Who
 * only needs it to stay so shares the lock with others of the kind.
 */
export async function lockEdit(
  trx: Trx,
  thing: string,
  { shared = false }: { shared?: boolean } = {},
): Promise<void> {
  const key = `linedesk.edit.${thing}`;
  const lock = sql.raw(shared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await sql`select ${lock}(hashtextextended(${key}, 0))`.execute(trx);
}
