import type {
  EndpointAnswer,
  listPreflights,
  PreflightOutcome,
  StoredPreflight,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import { findPreflights, insertPreflight, prunePreflights } from "./preflight-store.ts";

const MAX_REPORTS = 50;
const DEFAULT_LIMIT = 10;

export async function storePreflight(
  db: Db,
  { user, outcome, now }: { user: string; outcome: PreflightOutcome; now: Date },
): Promise<StoredPreflight> {
  const id = uuidV7();
  await db.transaction().execute(async (trx) => {
    await insertPreflight(trx, { id, user, at: now, outcome });
    await prunePreflights(trx, user, MAX_REPORTS);
  });
  return { id, at: now.toISOString(), outcome };
}

export async function readPreflights(
  db: Db,
  {
    user,
    cursor,
    limit = DEFAULT_LIMIT,
  }: { user: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<EndpointAnswer<typeof listPreflights>> {
  const rows = await findPreflights(db, { user, before: cursor ?? null, limit: limit + 1 });
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
