import type { Actor } from "../../platform/db/audit-store.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { changeCall } from "../change-call.ts";
import { callTakenError } from "../claims/assert-claimable.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { requireAllowed } from "../dialling/assert-dial-caps.ts";
import { tryTelephonyCommand } from "../legs/connect-caller.ts";
import { recordCallEnd } from "../record-call-end.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";

/**
 * Lets a waiting caller leave after a message about the call back. The call stays in the queue with
 * its place and details. A lock restricts colleagues, but not the caller's own request.
 */
export async function callBackLater(
  deps: DeskDeps,
  { call, actor, asks }: { call: CallRecord; actor: Actor; asks: "caller" | "desk" },
): Promise<CallRecord> {
  if (call.number === null) {
    throw new InvalidStateError("call_back_withheld");
  }
  requireAllowed(deps, call.number);
  const since = new Date(deps.clock.now()).toISOString();
  const { before, changed } = await changeCall(deps, { call: call.id, actor }, (locked) => {
    assertWaiting(locked);
    if (locked.locked && asks === "desk") {
      throw new InvalidStateError("call_locked");
    }
    return locked.callBack === null
      ? { fields: { callBack: { since, tries: 0 } }, action: "call.left_to_be_rung_back" }
      : null;
  });
  if (changed) {
    await tryTelephonyCommand(deps, call.id, () => sayGoodbye(deps, before));
  }
  return (await findCall(deps.db, call.id)) ?? before;
}

function assertWaiting({ desk }: CallRecord): void {
  if (desk.status === "ended") {
    throw new ApiError("caller_hung_up");
  }
  if (!isQueued(desk)) {
    throw new InvalidStateError("call_not_waiting");
  }
  const taker = desk.leg?.holder ?? desk.claim?.holder ?? null;
  if (taker !== null) {
    throw callTakenError(taker);
  }
  if (desk.leaving !== null) {
    throw new InvalidStateError("call_being_ended");
  }
}

async function sayGoodbye(deps: DeskDeps, call: CallRecord): Promise<void> {
  const { id, callSid } = call;
  if (callSid === null) {
    return;
  }
  const { telephony, urls } = deps.services.of(call);
  const result = await telephony.redirect(callSid, urls.callBack(id));
  if (result === "gone") {
    await recordCallEnd(deps, { call: id, leg: callSid }, "completed");
  }
}
