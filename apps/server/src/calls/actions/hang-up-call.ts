import { may } from "@linedesk/contract";
import { ApiError } from "../../platform/http/errors.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { isDialling } from "../is-dialling.ts";
import { endOperatorLegs, hangUpCaller } from "../legs/connect-caller.ts";
import { cancelDialling } from "../legs/dial-party.ts";
import type { Seat } from "../seat.ts";
import { isQueued, type DeskState } from "../state/desk-state.ts";
import { InvalidStateError } from "../state/invalid-state-error.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { openOperatorLegs, releaseLeg } from "../store/leg-store.ts";

function assertMayHangUp(desk: DeskState, seat: Seat): void {
  if (desk.status === "ended") {
    throw new ApiError("call_gone", "The call is over already.");
  }
  if (isQueued(desk)) {
    throw new InvalidStateError("This call is waiting: accept it or reject it.");
  }
  if (desk.status === "on_air" && !may(seat.role, "air")) {
    throw new ApiError("forbidden", `Your role ${seat.role} may not end a call on air.`);
  }
  if (desk.status === "held" && desk.unattended) {
    return;
  }
  const holder = desk.status === "held" ? desk.holder : desk.leg.holder;
  if (holder !== null && holder.user !== seat.user.id) {
    throw new ApiError("call_taken", `${holder.name} has this call.`);
  }
}

/** Ends a call: the operator's leg goes, then the caller is hung up. */
export async function hangUpCall(
  deps: DeskDeps,
  { call, seat }: { call: CallRecord; seat: Seat },
): Promise<CallRecord> {
  if (isDialling(call)) {
    assertMayHangUp(call.desk, seat);
    return cancelDialling(deps, { call: call.id, actor: seat.actor });
  }
  const { after } = await changeCall(deps, { call: call.id, actor: seat.actor }, (locked) => {
    assertMayHangUp(locked.desk, seat);
    if (locked.locked) {
      throw new InvalidStateError("This call is locked: unlock it first.");
    }
    const at = new Date(deps.clock.now()).toISOString();
    return { desk: [{ type: "hung_up", undoable: false, at }], action: "call.hung_up" };
  });
  await Promise.all(
    (await openOperatorLegs(deps.db, call.id)).map((leg) => releaseLeg(deps.db, leg.sid)),
  );
  await endOperatorLegs(deps, call.id);
  await hangUpCaller(deps, after);
  return (await findCall(deps.db, call.id)) ?? after;
}
