import { ApiError } from "../../platform/http/errors.ts";
import { readUserSettings } from "../../settings/user-settings.ts";
import { changeCall } from "../change-call.ts";
import { callTakenError } from "../claims/assert-claimable.ts";
import { expireClaimsOf } from "../claims/claims.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { isDialling } from "../is-dialling.ts";
import { holdCaller, releaseLegs } from "../legs/connect-caller.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { type DeskEvent, isBridged, isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { openOperatorLegs, type RegisteredLeg } from "../store/leg-store.ts";

function assertMayVerify({ desk }: CallRecord, userId: string): void {
  if (desk.status === "ended") {
    throw new ApiError("caller_hung_up");
  }
  if (desk.leaving !== null) {
    throw new InvalidStateError("call_being_ended");
  }
  const isFree = isQueued(desk) || (desk.status === "held" && desk.unattended);
  const holder = isQueued(desk) || desk.status === "held" ? null : desk.leg.holder;
  const attending = desk.status === "held" ? desk.holder : holder;
  if (!isFree && attending !== null && attending.user !== userId) {
    throw callTakenError(attending);
  }
}

/**
 * Marks the caller as verified. With `autoMoveOnVerify` a call in screening or on hold leaves its
 * line for the ready list, and the caller waits in the call's room with music. A call on air, in a
 * conference or still being dialled stays where it is.
 */
export async function verifyCall(
  deps: DeskDeps,
  { call, seat }: { call: CallRecord; seat: Seat },
): Promise<CallRecord> {
  const { autoMoveOnVerify } = await readUserSettings(deps.db, seat.user.id);
  let legs: RegisteredLeg[] = [];
  await changeCall(deps, { call: call.id, actor: seat.actor }, async (locked, trx) => {
    const { desk } = locked;
    assertMayVerify(locked, seat.user.id);
    const at = new Date(deps.clock.now()).toISOString();
    const events: DeskEvent[] = [{ type: "verified", at }];
    const isOnLine = desk.status === "screening" || desk.status === "held";
    const mayMove = autoMoveOnVerify && locked.conference === null && !isDialling(locked);
    if (mayMove && isOnLine) {
      legs = await openOperatorLegs(trx, locked.id);
      await expireClaimsOf(deps, trx, locked.id);
      events.push({ type: "readied", at });
      // The row is locked here, so the next operator ends the hold only after the hold has begun.
      if (isBridged(desk)) {
        await holdCaller(deps, locked);
      }
    }
    return { desk: events };
  });
  // This releases only the earlier legs, because another operator may already be connecting to the
  // caller.
  await releaseLegs(deps, call.id, legs);
  return (await findCall(deps.db, call.id)) ?? call;
}

export async function unverifyCall(
  deps: DeskDeps,
  { call, seat }: { call: CallRecord; seat: Seat },
): Promise<CallRecord> {
  const { after } = await changeCall(deps, { call: call.id, actor: seat.actor }, (locked) => {
    assertMayVerify(locked, seat.user.id);
    return { desk: [{ type: "unverified" }] };
  });
  return after;
}
