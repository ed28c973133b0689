import { sql } from "kysely";

import type { Db } from "../platform/db/database.ts";
import { VOICE_TOKEN_TTL_S } from "./voice-token.ts";

export interface IssuedVoiceToken {
  sessionId: string;
  userId: string;
  issuedAt: Date;
}

/** Voice tokens that may still serve a softphone, one a session: the newest. */
export async function noteVoiceToken(db: Db, token: IssuedVoiceToken): Promise<void> {
  const { sessionId, userId, issuedAt } = token;
  await db
    .insertInto("voice_token")
    .values({ session_id: sessionId, user_id: userId, issued_at: issuedAt })
    .onConflict((on) =>
      on.column("session_id").doUpdateSet({ user_id: userId, issued_at: issuedAt }),
    )
    .execute();
}

/** [AU44] Whose token outlived its session, or their last membership. */
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
  return rows.map((row) => row.user_id);
}

/** What a person was given until then is withdrawn. */
export async function forgetVoiceTokens(db: Db, userId: string, until: Date): Promise<void> {
  await db
    .deleteFrom("voice_token")
    .where("user_id", "=", userId)
    .where("issued_at", "<=", until)
    .execute();
}

async function forgetExpired(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - VOICE_TOKEN_TTL_S * 1000);
  await db.deleteFrom("voice_token").where("issued_at", "<", oldest).execute();
}
