import { ApiError } from "../../platform/http/errors.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { Seat } from "../seat.ts";
import { InvalidStateError } from "../state/invalid-state-error.ts";
import type { CallRecord } from "../store/call-record.ts";

const EXTENSION_S = 600;
/** The telephony service takes no longer limit. */
const LONGEST_S = 86_400;

/** Ten minutes more for a dialled call that is answered; first there, then in our row. */
export async function extendDial(
  deps: DeskDeps,
  { call, seat }: { call: CallRecord; seat: Seat },
): Promise<CallRecord> {
  const { callSid, dial, callState, desk } = call;
  if (desk.status === "ended") {
    throw new ApiError("call_gone", "The call is over already.");
  }
  if (dial === null || callSid === null || callState.status !== "in_progress") {
    throw new InvalidStateError("Only a dialled call that is answered has a time limit.");
  }
  const limitS = Math.min(dial.limitS + EXTENSION_S, LONGEST_S);
  if ((await deps.telephony.setTimeLimit(callSid, limitS)) === "gone") {
    throw new ApiError("call_gone", "The call is over already.");
  }
  const { after } = await changeCall(deps, { call: call.id, actor: seat.actor }, (locked) =>
    locked.dial === null || locked.dial.limitS >= limitS
      ? null
      : {
          fields: { dial: { ...locked.dial, limitS } },
          action: "call.extended",
          details: { limitS },
        },
  );
  return after;
}
