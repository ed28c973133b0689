import type { LegId } from "@linedesk/media";
import type { Incoming, SipRequest } from "@linedesk/sip";
import type { Peer } from "../access/access-control.ts";
import type { SipSignalling } from "../dialogs/sip-call-deps.ts";
import { readReplaces } from "../transfers/replaces.ts";

/** The result for an INVITE (RFC 3891): it replaces no leg, it replaces a leg, or it is refused. */
export type ReplacedLeg =
  | { type: "none" }
  | { type: "leg"; leg: LegId }
  | { type: "refused"; status: number };

export function findReplacedLeg(
  invite: Incoming<SipRequest>,
  peer: Peer,
  { sessions }: Pick<SipSignalling, "sessions">,
): ReplacedLeg {
  const name = readReplaces(invite.headers);
  if (name === null) {
    return { type: "none" };
  }
  if (name === "unreadable") {
    return { type: "refused", status: 400 };
  }
  // In an open plan the caller is unknown, and must not replace a leg of another call.
  if (peer.type === "anonymous") {
    return { type: "refused", status: 403 };
  }
  const session = sessions.find(name.callId, name.localTag, name.remoteTag);
  if (session === null) {
    return { type: "refused", status: 481 };
  }
  // An early-only INVITE must not replace an answered call (RFC 3891), and we do not let it replace
  // a ringing one.
  if (name.isEarlyOnly) {
    return { type: "refused", status: 486 };
  }
  return { type: "leg", leg: session.leg };
}
