import type { Call } from "@linedesk/contract";

/**
 * Returns true for a call that waits, is unattended or belongs to this person. A call on air joins
 * only a conference on air (`toAir`), because only a button or key for this call may take it off
 * air. The server checks the same.
 */
export function mayJoinConference(call: Call, me: string | null, toAir: boolean): boolean {
  const { desk, conference, leaving, callBack, claimedBy, callState } = call;
  const isAway = conference !== null || leaving !== null || callBack !== null;
  if (isAway || desk.status === "ended" || (call.dial !== null && callState === "ringing")) {
    return false;
  }
  if (desk.status === "on_air" && !toAir) {
    return false;
  }
  if (desk.status === "waiting" || desk.status === "ready") {
    return claimedBy === null;
  }
  return desk.holder?.user === me || (desk.status === "held" && desk.unattended);
}
