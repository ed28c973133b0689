import { createHash } from "node:crypto";

import { sql } from "kysely";

import { type SignInPayload, type SignInStorage, UsedTwiceError } from "@linedesk/sso";
import type { Db } from "../platform/db/database.ts";

/** Encrypts text for the database; each text is bound to its owner. */
export interface TextSeal {
  seal(text: string, owner: string): string;
  open(sealed: string, owner: string): string;
}

/**
 * Beyond this number, the records that expire first are deleted. One sign-in has about five
 * records.
 */
const MAX_RECORDS = 50_000;

function hash(secretId: string): string {
  return createHash("sha256").update(secretId).digest("hex");
}

/** Keeps the records of the embedded issuer in the database, so that every server knows them. */
export function createSsoRecordStore(db: Db, seal: TextSeal): SignInStorage {
  function open(row: FoundRecord | undefined): SignInPayload | undefined {
    if (row === undefined) {
      return undefined;
    }
    const payload = JSON.parse(seal.open(row.payload, `sso ${row.id_hash}`)) as SignInPayload;
    return row.consumed === null ? payload : { ...payload, consumed: row.consumed };
  }
  return {
    put: async ({ model, id, payload, expiresInSeconds }) => {
      const idHash = hash(id);
      const values = {
        payload: seal.seal(JSON.stringify(payload), `sso ${idHash}`),
        uid_hash: payload.uid === undefined ? null : hash(payload.uid),
        grant_id_hash: payload.grantId === undefined ? null : hash(payload.grantId),
        expires_at: sql<Date>`clock_timestamp() + ${expiresInSeconds} * interval '1 second'`,
      };
      await db
        .insertInto("sso_record")
        .values({ model, id_hash: idHash, ...values })
        .onConflict((conflict) => conflict.columns(["model", "id_hash"]).doUpdateSet(values))
        .execute();
    },
    find: async (model, id) =>
      open(await living(db, model).where("id_hash", "=", hash(id)).executeTakeFirst()),
    findByUid: async (model, uid) =>
      open(await living(db, model).where("uid_hash", "=", hash(uid)).executeTakeFirst()),
    consume: async (model, id) => {
      const used = await db
        .updateTable("sso_record")
        .set({ consumed_at: sql<Date>`clock_timestamp()` })
        .where("model", "=", model)
        .where("id_hash", "=", hash(id))
        .where("consumed_at", "is", null)
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) {
        throw new UsedTwiceError(`A ${model} was used twice`);
      }
    },
    delete: async (model, id) => {
      await db
        .deleteFrom("sso_record")
        .where("model", "=", model)
        .where("id_hash", "=", hash(id))
        .execute();
    },
    deleteByGrant: async (grantId) => {
      await db.deleteFrom("sso_record").where("grant_id_hash", "=", hash(grantId)).execute();
    },
  };
}

interface FoundRecord {
  id_hash: string;
  payload: string;
  consumed: number | null;
}

function living(db: Db, model: string) {
  return db
    .selectFrom("sso_record")
    .select([
      "id_hash",
      "payload",
      sql<number | null>`floor(extract(epoch from consumed_at))::float8`.as("consumed"),
    ])
    .where("model", "=", model)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`);
}

/**
 * Deletes expired records. If more than `limit` records remain, also deletes those that expire
 * first.
 */
export async function pruneSsoRecords(db: Db, limit = MAX_RECORDS): Promise<void> {
  await sql`delete from sso_record where expires_at <= greatest(clock_timestamp(),
    (select expires_at from sso_record order by expires_at desc offset ${limit} limit 1))`.execute(
    db,
  );
}

/**
 * Returns the sealed keys that all servers share. The first server stores its own keys as the
 * shared ones.
 */
export async function shareSsoKeys(db: Db, sealedOwn: string): Promise<string> {
  await db
    .insertInto("sso_key")
    .values({ id: 1, keys: sealedOwn })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom("sso_key").select("keys").executeTakeFirstOrThrow();
  return row.keys;
}

export async function replaceSsoKeys(db: Db, sealed: string): Promise<void> {
  await db.updateTable("sso_key").set({ keys: sealed }).execute();
}
