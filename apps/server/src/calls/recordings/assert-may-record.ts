import type { Actor } from "../../platform/db/actor.ts";
import { callTakenError } from "../claims/assert-claimable.ts";
import { isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";

/**
 * Throws `call_taken` where a colleague talks with the caller, holds it or has it on air: a notice
 * is heard in the call, and what is recorded is theirs to say [RG18].
 */
export function assertMayRecord({ desk }: Pick<CallRecord, "desk">, { userId }: Actor): void {
  if (userId === null || desk.status === "ended" || isQueued(desk)) {
    return;
  }
  const holder = desk.status === "held" ? desk.holder : desk.leg.holder;
  const isUnattended = desk.status === "held" && desk.unattended;
  if (!isUnattended && holder !== null && holder.user !== userId) {
    throw callTakenError(holder);
  }
}
