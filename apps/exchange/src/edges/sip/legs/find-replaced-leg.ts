import type { LegId } from "@linedesk/media";
import type { Incoming, SipRequest } from "@linedesk/sip";
import type { Peer } from "../access/access-control.ts";
import type { SipSignalling } from "../dialogs/sip-call-deps.ts";
import { readReplaces } from "../transfers/replaces.ts";

/** Whose place an INVITE is to take (RFC 3891): nobody's, a leg's, or why it may not. */
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
  // Where everybody may call in, nobody is known well enough to step into another's call.
  if (peer.type === "anonymous") {
    return { type: "refused", status: 403 };
  }
  const session = sessions.find(name.callId, name.localTag, name.remoteTag);
  if (session === null) {
    return { type: "refused", status: 481 };
  }
  // No call of ours that still rings is given away.
  if (name.isEarlyOnly) {
    return { type: "refused", status: 486 };
  }
  return { type: "leg", leg: session.leg };
}
