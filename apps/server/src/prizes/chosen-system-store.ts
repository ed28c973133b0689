import type { Db, Trx } from "../platform/db/database.ts";

export interface ChosenSystem {
  url: string;
  secret: string;
}

export async function findChosenSystem(db: Db): Promise<ChosenSystem | null> {
  const row = await db
    .selectFrom("promotion_system")
    .select(["url", "secret"])
    .where("url", "is not", null)
    .executeTakeFirst();
  const { url = null, secret = null } = row ?? {};
  return url === null || secret === null ? null : { url, secret };
}

/** Lists all stations, because the system gets wins and callers of every station. */
export async function listStationIds(db: Db): Promise<string[]> {
  const stations = await db.selectFrom("station").select("id").orderBy("id").execute();
  return stations.map(({ id }) => id);
}

/** Stores the system; `null` removes it. A new system counts as up. */
export async function saveChosenSystem(trx: Trx, chosen: ChosenSystem | null): Promise<void> {
  const { url, secret } = chosen ?? { url: null, secret: null };
  await trx.updateTable("promotion_system").set({ url, secret, down_since: null }).execute();
}
