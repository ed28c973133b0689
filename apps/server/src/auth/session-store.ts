import type { ExpressionBuilder } from "kysely";

import type { Db } from "../platform/db/database.ts";
import type { Tables } from "../platform/db/tables/tables.ts";
import { publishToUser } from "../platform/realtime/publish.ts";

export interface NewSession {
  id: string;
  tokenHash: Buffer;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  idTokenHint: string | null;
  userAgent: string | null;
}

export interface StoredSession {
  id: string;
  user: { id: string; name: string; email: string | null };
  lastSeenAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  idTokenHint: string | null;
}

export interface SessionStore {
  insert(session: NewSession): Promise<void>;
  findByTokenHash(tokenHash: Buffer): Promise<StoredSession | undefined>;
  touch(id: string, at: Date): Promise<void>;
  revoke(id: string, at: Date): Promise<void>;
  revokeOverdue(at: Date, idleMs: number): Promise<number>;
  listOpen(ids: readonly string[], at: Date, idleMs: number): Promise<ReadonlySet<string>>;
  revokeAllOfUser(userId: string, at: Date): Promise<number>;
  deleteExpiredBefore(at: Date): Promise<void>;
}

export function createSessionStore(db: Db): SessionStore {
  return {
    insert: (session) => insertSession(db, session),
    findByTokenHash: (tokenHash) => findSession(db, tokenHash),
    touch: async (id, at) => {
      await db.updateTable("session").set({ last_seen_at: at }).where("id", "=", id).execute();
    },
    revoke: async (id, at) => {
      await revokeAndNotify(db, (trx) => revokeOpen(trx, at).where("id", "=", id));
    },
    revokeOverdue: (at, idleMs) =>
      revokeAndNotify(db, (trx) => revokeOpen(trx, at).where(isOverdue(at, idleMs))),
    listOpen: (ids, at, idleMs) => listOpen(db, { ids, at, idleMs }),
    revokeAllOfUser: (userId, at) =>
      revokeAndNotify(db, (trx) =>
        revokeOpen(trx, at).where("user_id", "=", userId).where("expires_at", ">", at),
      ),
    deleteExpiredBefore: async (at) => {
      await db.deleteFrom("session").where("expires_at", "<", at).execute();
    },
  };
}

/** Ends sessions and, in the same transaction, makes their consoles leave their channels. */
function revokeAndNotify(db: Db, choose: (trx: Db) => ReturnType<typeof revokeOpen>) {
  return db.transaction().execute(async (trx) => {
    const chosen = choose(trx);
    const ended = await chosen.returning("user_id").execute();
    for (const userId of new Set(ended.map((row) => row.user_id))) {
      await publishToUser(trx, userId, { type: "session.revoked" });
    }
    return ended.length;
  });
}

function revokeOpen(db: Db, at: Date) {
  return (
    db
      .updateTable("session")
      // Only the sign-out of an open session needs the issuer's token, so it is deleted here.
      .set({ revoked_at: at, id_token_hint: null })
      .where("revoked_at", "is", null)
  );
}

function isOverdue(at: Date, idleMs: number) {
  return (eb: ExpressionBuilder<Tables, "session">) =>
    eb.or([
      eb("expires_at", "<=", at),
      eb("last_seen_at", "<=", new Date(at.getTime() - idleMs)),
      eb.exists(
        eb
          .selectFrom("user")
          .select("user.id")
          .whereRef("user.id", "=", "session.user_id")
          .where("disabled_at", "is not", null),
      ),
    ]);
}

async function listOpen(
  db: Db,
  { ids, at, idleMs }: { ids: readonly string[]; at: Date; idleMs: number },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) {
    return new Set();
  }
  const overdue = isOverdue(at, idleMs);
  const rows = await db
    .selectFrom("session")
    .select("id")
    .where("id", "in", ids)
    .where("revoked_at", "is", null)
    .where((eb) => eb.not(overdue(eb)))
    .execute();
  return new Set(rows.map((row) => row.id));
}

async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto("session")
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.createdAt,
      last_seen_at: session.createdAt,
      expires_at: session.expiresAt,
      revoked_at: null,
      id_token_hint: session.idTokenHint,
      user_agent: session.userAgent,
    })
    .execute();
}

async function findSession(db: Db, tokenHash: Buffer): Promise<StoredSession | undefined> {
  const row = await db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select(["session.id", "last_seen_at", "expires_at", "revoked_at", "id_token_hint"])
    .select(["user.id as user_id", "user.name", "user.email"])
    .where("token_hash", "=", tokenHash)
    .where("user.disabled_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  return {
    id: row.id,
    user: { id: row.user_id, name: row.name, email: row.email },
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    idTokenHint: row.id_token_hint,
  };
}
