import type { Actor } from "../../platform/db/actor.ts";
import { recordAudit } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import type { CallRecord } from "../store/call-record.ts";

/** Who asked for it: the change itself is the telephony service's word, which names nobody. */
export async function recordHoldRequest(
  db: Db,
  request: { call: CallRecord; hold: boolean; actor: Actor },
): Promise<void> {
  const { call, hold, actor } = request;
  await recordAudit(db, {
    actor,
    action: hold ? "call.hold_asked" : "call.resume_asked",
    station: call.station,
    subjectType: "call",
    subjectId: call.id,
  });
}
