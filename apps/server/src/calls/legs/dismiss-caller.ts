import type { DeskDeps } from "../desk-deps.ts";
import type { CallRecord } from "../store/call-record.ts";
import { hangUpCaller } from "./connect-caller.ts";

/** The longest message that a rejected caller hears to its end. */
export const LINES_BUSY_MS = 30_000;

/**
 * A rejected caller hears that the lines are busy; the document hangs up, and the telephony
 * service's word ends the call. Who cannot be told is hung up at once.
 */
export async function dismissCaller(deps: DeskDeps, call: CallRecord): Promise<void> {
  const result =
    call.callSid === null
      ? "gone"
      : await deps.telephony.redirect(call.callSid, deps.urls.linesBusy(call.id));
  if (result === "gone") {
    await hangUpCaller(deps, call);
  }
}
