import type { Actor } from "../../platform/db/actor.ts";
import { isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { callTakenError } from "./assert-claimable.ts";

export function assertNotAColleagues({ desk }: Pick<CallRecord, "desk">, { userId }: Actor): void {
  if (userId === null || desk.status === "ended" || isQueued(desk)) {
    return;
  }
  const holder = desk.status === "held" ? desk.holder : desk.leg.holder;
  const isUnattended = desk.status === "held" && desk.unattended;
  if (!isUnattended && holder !== null && holder.user !== userId) {
    throw callTakenError(holder);
  }
}
