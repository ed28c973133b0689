import type { Call } from "@linedesk/contract";

/** Returns true while the caller is on the way into the room of a conference. */
export function isJoining({ conference, desk, dial, callState }: Call): boolean {
  const isDialled = dial !== null && callState === "ringing";
  if (conference === null || conference.onHold || isDialled) {
    return false;
  }
  return (
    desk.status === "waiting" ||
    desk.status === "ready" ||
    (desk.status === "held" && !desk.unattended)
  );
}
