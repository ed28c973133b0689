import { ApiError } from "../../platform/http/errors.ts";
import { changeCall } from "../change-call.ts";
import { assertNotAColleagues } from "../claims/assert-not-a-colleagues.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { Seat } from "../seat.ts";
import type { CallRecord } from "../store/call-record.ts";

/**
 * A locked call is neither hung up nor rejected nor taken over: who has it is kept from
 * ending it by nobody else.
 */
export async function setLocked(
  deps: DeskDeps,
  { call, seat, locked }: { call: CallRecord; seat: Seat; locked: boolean },
): Promise<CallRecord> {
  const { after } = await changeCall(deps, { call: call.id, actor: seat.actor }, (before) => {
    if (before.desk.status === "ended") {
      throw new ApiError("call_gone", "The caller has hung up.");
    }
    assertNotAColleagues(before, seat.actor);
    return before.locked === locked
      ? null
      : { fields: { locked }, action: locked ? "call.locked" : "call.unlocked" };
  });
  return after;
}
