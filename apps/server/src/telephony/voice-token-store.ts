import { sql } from "kysely";

import type { Db } from "../platform/db/database.ts";
import { VOICE_TOKEN_TTL_S } from "./voice-token.ts";

/** Records the newest voice token of a session, so that it can be withdrawn later. */
export async function noteVoiceToken(
  db: Db,
  token: { sessionId: string; userId: string; issuedAt: Date },
): Promise<void> {
  const { sessionId, userId, issuedAt } = token;
  await db
    .insertInto("voice_token")
    .values({ session_id: sessionId, user_id: userId, issued_at: issuedAt })
    .onConflict((on) =>
      on.column("session_id").doUpdateSet({ user_id: userId, issued_at: issuedAt }),
    )
    .execute();
}

/** Stores a pending withdrawal until `forgetVoiceTokens`. */
export async function insertVoiceWithdrawal(
  db: Db,
  { identity, now }: { identity: string; now: Date },
): Promise<void> {
  await db
    .insertInto("voice_withdrawal")
    .values({ identity, void_at: now })
    .onConflict((on) => on.column("identity").doUpdateSet({ void_at: now }))
    .execute();
}

/** Returns the identities of tokens whose session, last membership or key has ended. */
export async function listLostVoiceUsers(db: Db, now: Date): Promise<string[]> {
  await forgetExpired(db, now);
  const rows = await db
    .selectFrom("voice_token as token")
    .leftJoin("session", (join) =>
      join.onRef("session.id", "=", "token.session_id").on("session.revoked_at", "is", null),
    )
    .select("token.user_id")
    .distinct()
    .where((eb) =>
      eb.or([
        eb("session.id", "is", null),
        eb.not(
          eb.exists(
            eb
              .selectFrom("membership")
              .select(sql`1`.as("one"))
              .whereRef("membership.user_id", "=", "token.user_id"),
          ),
        ),
      ]),
    )
    .execute();
  const others = await db.selectFrom("voice_withdrawal").select("identity").execute();
  return [...rows.map((row) => row.user_id), ...others.map(({ identity }) => identity)];
}

/** Deletes the records of an identity's tokens that were issued up to `until` and are withdrawn. */
export async function forgetVoiceTokens(db: Db, identity: string, until: Date): Promise<void> {
  await db
    .deleteFrom("voice_token")
    // The identity of an audio server's line is no person's id, so ids are compared as text.
    .where(sql`user_id::text`, "=", identity)
    .where("issued_at", "<=", until)
    .execute();
  await db
    .deleteFrom("voice_withdrawal")
    .where("identity", "=", identity)
    .where("void_at", "<=", until)
    .execute();
}

async function forgetExpired(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - VOICE_TOKEN_TTL_S * 1000);
  await db.deleteFrom("voice_token").where("issued_at", "<", oldest).execute();
  await db.deleteFrom("voice_withdrawal").where("void_at", "<", oldest).execute();
}
