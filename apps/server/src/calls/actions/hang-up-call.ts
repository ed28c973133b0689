import { may, undoTimes } from "@linedesk/contract";
import { ApiError } from "../../platform/http/errors.ts";
import { TelephonyUnreachableError } from "../../telephony/telephony.ts";
import { changeCall } from "../change-call.ts";
import { expireClaimsOf } from "../claims/claims.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { isDialling } from "../is-dialling.ts";
import { hangUpCaller, holdCaller, releaseLegs } from "../legs/connect-caller.ts";
import { cancelDialling } from "../legs/dial-party.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { findDueTime, isBridged, isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { openOperatorLegs, type RegisteredLeg } from "../store/leg-store.ts";

export function assertMayHangUp({ desk, locked }: CallRecord, seat: Seat): void {
  if (desk.status === "ended") {
    throw new ApiError("call_over");
  }
  if (isQueued(desk)) {
    throw new InvalidStateError("call_to_accept_or_reject");
  }
  if (desk.leaving !== null) {
    throw new InvalidStateError("call_being_ended");
  }
  if (desk.status === "on_air" && !may(seat.role, "air")) {
    throw new ApiError({ reason: "role_may_not_end_on_air", params: { role: seat.role } });
  }
  const holder = desk.status === "held" ? desk.holder : desk.leg.holder;
  const isUnattended = desk.status === "held" && desk.unattended;
  if (!isUnattended && holder !== null && holder.user !== seat.user.id) {
    throw new ApiError({ reason: "call_taken", params: { name: holder.name } });
  }
  if (locked) {
    throw new InvalidStateError("call_locked");
  }
}

/**
 * Runs a command and ignores its failure while the exchange restarts. Nobody hears the caller then,
 * and reconciliation ends the call later.
 */
async function tolerateRestart(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof TelephonyUnreachableError && error.isRefused)) {
      throw error;
    }
  }
}

export interface HangUpRequest {
  call: CallRecord;
  seat: Seat;
  /** Is false when another call needs the line immediately. */
  undo?: boolean;
}

/**
 * Ends a call. The operator's leg ends immediately. Off air the caller hears music for 5 s, during
 * which undo restores the call. On air, in a conference or before an answer there is no undo.
 */
export async function hangUpCall(
  deps: DeskDeps,
  { call, seat, undo = true }: HangUpRequest,
): Promise<CallRecord> {
  if (isDialling(call)) {
    assertMayHangUp(call, seat);
    const canceled = await cancelDialling(deps, { call: call.id, actor: seat.actor });
    // A party who has just answered is hung up in the same way as any other party.
    if (!isBridged(canceled.desk)) {
      return canceled;
    }
  }
  let legs: RegisteredLeg[] = [];
  const { after } = await changeCall(
    deps,
    { call: call.id, actor: seat.actor },
    async (locked, trx) => {
      assertMayHangUp(locked, seat);
      const now = deps.clock.now();
      const isUndoable =
        undo &&
        locked.conference === null &&
        locked.desk.status !== "on_air" &&
        locked.callState.status === "in_progress";
      await expireClaimsOf(deps, trx, locked.id);
      legs = await openOperatorLegs(trx, locked.id);
      // The row is locked here, so an undo resumes the caller only after this hold.
      if (isUndoable && isBridged(locked.desk)) {
        await tolerateRestart(() => holdCaller(deps, locked));
      }
      const until = isUndoable
        ? new Date(now + undoTimes.endMs + undoTimes.graceMs).toISOString()
        : null;
      const by = { user: seat.user.id, name: seat.user.name };
      const at = new Date(now).toISOString();
      return { desk: [{ type: "hung_up", by, until, at }], action: "call.hung_up" };
    },
  );
  await releaseLegs(deps, call.id, legs);
  if (findDueTime(after.desk) === null) {
    await tolerateRestart(() => hangUpCaller(deps, after));
  }
  return (await findCall(deps.db, call.id)) ?? after;
}
