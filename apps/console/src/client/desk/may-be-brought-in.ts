import type { Call } from "@linedesk/contract";

/** Who waits, is attended by nobody, or is one's own; the server decides the same. */
export function mayBeBroughtIn(call: Call, me: string | null): boolean {
  const { desk, conference, leaving, callBack, claimedBy, callState } = call;
  const isAway = conference !== null || leaving !== null || callBack !== null;
  if (isAway || desk.status === "ended" || (call.dial !== null && callState === "ringing")) {
    return false;
  }
  if (desk.status === "waiting" || desk.status === "ready") {
    return claimedBy === null;
  }
  return desk.holder?.user === me || (desk.status === "held" && desk.unattended);
}
