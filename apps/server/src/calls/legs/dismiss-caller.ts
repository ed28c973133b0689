import type { DeskDeps } from "../desk-deps.ts";
import type { CallRecord } from "../store/call-record.ts";
import { hangUpCaller } from "./connect-caller.ts";

/** A rejected caller hears a message of up to this length to its end. */
export const LINES_BUSY_MS = 30_000;

/**
 * Plays a lines-busy message to a rejected caller. The message's document hangs up, and the report
 * of the telephony service ends the call. A call without a leg at the service ends immediately.
 */
export async function dismissCaller(deps: DeskDeps, call: CallRecord): Promise<void> {
  const { telephony, urls } = deps.services.of(call);
  const result =
    call.callSid === null
      ? "gone"
      : await telephony.redirect(call.callSid, urls.linesBusy(call.id));
  if (result === "gone") {
    await hangUpCaller(deps, call);
  }
}
