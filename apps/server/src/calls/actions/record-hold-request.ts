import { recordAudit } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Seat } from "../desk-deps.ts";
import type { CallRecord } from "../store/call-record.ts";

/**
 * Records the person who requests a hold, because the telephony service's later report names
 * nobody. The record is written after all checks and before the hold takes effect.
 */
export async function recordHoldRequest(
  db: Db,
  request: { call: CallRecord; hold: boolean; seat: Seat },
): Promise<void> {
  const { call, hold, seat } = request;
  await recordAudit(db, {
    actor: seat.actor,
    action: hold ? "call.hold_asked" : "call.resume_asked",
    station: call.station,
    subject: ["call", call.id],
  });
}
