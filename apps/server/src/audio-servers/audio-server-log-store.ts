import type { Db, Trx } from "../platform/db/database.ts";

/** Replaces any earlier request and log. The database has one log per audio server. */
export async function replaceAudioServerLog(
  trx: Trx,
  { server, request, now }: { server: string; request: string; now: Date },
): Promise<void> {
  const fresh = { request_id: request, requested_at: now, text: null };
  await trx
    .insertInto("audio_server_log")
    .values({ audio_server_id: server, ...fresh })
    .onConflict((conflict) => conflict.column("audio_server_id").doUpdateSet(fresh))
    .execute();
}

/** Returns false when the request is not the newest one or was already answered. */
export async function storeAudioServerLog(
  db: Db,
  { server, request, text }: { server: string; request: string; text: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("audio_server_log")
    .set({ text })
    .where("audio_server_id", "=", server)
    .where("request_id", "=", request)
    .where("text", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findAudioServerLog(
  db: Db,
  { server, request }: { server: string; request: string },
): Promise<{ text: string | null } | null> {
  const row = await db
    .selectFrom("audio_server_log")
    .select("text")
    .where("audio_server_id", "=", server)
    .where("request_id", "=", request)
    .executeTakeFirst();
  return row ?? null;
}
