import type { Actor } from "./actor.ts";
import type { Db } from "./database.ts";
import { uuidV7 } from "./uuid.ts";

export interface AuditEntry {
  actor: Actor;
  /** What was done, `noun.verb` in the past: `call.accepted`. */
  action: string;
  station?: string | null;
  subjectType: string;
  subjectId?: string | null;
  details?: Record<string, unknown>;
}

/** Writes who did what; call it in the transaction of the change itself. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await auditInsert(db, entry).execute();
}

/** The same as a part of another statement of the change. */
export function auditInsert(db: Db, entry: AuditEntry) {
  return db.insertInto("audit_entry").values({
    id: uuidV7(),
    user_id: entry.actor.userId,
    address: entry.actor.address,
    request_id: entry.actor.requestId,
    station_id: entry.station ?? null,
    action: entry.action,
    subject_type: entry.subjectType,
    subject_id: entry.subjectId ?? null,
    details: JSON.stringify(entry.details ?? {}),
  });
}
