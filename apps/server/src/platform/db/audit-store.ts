import { sql } from "kysely";

import type { Db } from "./database.ts";
import { uuidV7 } from "./uuid.ts";

type AuditSubject = [type: string, id: string | null];

export interface AuditEntry {
  actor: Actor;
  /** The action as `noun.verb` in the past: `call.accepted`. */
  action: string;
  station?: string | null;
  /** The type and id of the object; by default the station. */
  subject?: AuditSubject;
  details?: Record<string, unknown>;
}

/** Records an action and its user, in the transaction of the change. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await auditInsert(db, entry).execute();
}

/** Returns the name of the last person who did one of these actions with these details. */
export async function findLastActor(
  db: Db,
  done: { subjectId: string; actions: readonly string[]; detail: Record<string, string> },
): Promise<string | null> {
  const row = await db
    .selectFrom("audit_entry as a")
    .innerJoin("user as u", "u.id", "a.user_id")
    .select("u.name")
    .where("a.subject_id", "=", done.subjectId)
    .where("a.action", "in", done.actions)
    .where(sql<boolean>`a.details @> ${JSON.stringify(done.detail)}::jsonb`)
    .orderBy("a.at", "desc")
    .orderBy("a.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.name ?? null;
}

export function auditInsert(db: Db, entry: AuditEntry) {
  const [type, id] = entry.subject ?? ["station", entry.station ?? null];
  return db.insertInto("audit_entry").values({
    id: uuidV7(),
    user_id: entry.actor.userId,
    address: entry.actor.address,
    request_id: entry.actor.requestId,
    station_id: entry.station ?? null,
    action: entry.action,
    subject_type: type,
    subject_id: id,
    details: JSON.stringify(entry.details ?? {}),
  });
}

export interface Actor {
  /** The value is `null` for the product itself or the telephone network. */
  userId: string | null;
  address: string | null;
  requestId: string | null;
}

export const systemActor: Actor = { userId: null, address: null, requestId: null };
