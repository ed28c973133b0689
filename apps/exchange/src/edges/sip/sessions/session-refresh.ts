import type { Incoming, SipResponse } from "@linedesk/sip";
import { requestWithin } from "../dialogs/dialog.ts";
import { sendWithin, type WithinParts } from "../dialogs/within-dialog.ts";
import { MIN_SESSION_S, type SessionTerms } from "./session-timer.ts";

export interface RefreshParts extends WithinParts {
  terms: SessionTerms;
}

/** Sends an UPDATE without SDP, or a re-INVITE with it; resolves with its final answer or null. */
export function sendRefresh(
  parts: RefreshParts,
  offer: { sdp: string } | null,
): Promise<Incoming<SipResponse> | null> {
  const method = offer === null ? "UPDATE" : "INVITE";
  const { request, target } = requestWithin(parts.dialog, method);
  request.headers
    .add("Supported", "timer")
    .add("Min-SE", String(MIN_SESSION_S))
    .add("Session-Expires", `${parts.terms.expiresS};refresher=uac`);
  if (offer !== null) {
    request.headers.add("Content-Type", "application/sdp");
  }
  return sendWithin(parts, { request: { ...request, body: offer?.sdp ?? "" }, target });
}
