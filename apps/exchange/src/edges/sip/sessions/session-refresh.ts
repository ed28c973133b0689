import type { Incoming, SipResponse } from "@linedesk/sip";
import { createInDialogRequest } from "../dialogs/dialog.ts";
import { sendInDialog, type InDialogDeps } from "../dialogs/send-in-dialog.ts";
import { MIN_SESSION_S, type SessionTerms } from "./session-timer.ts";

export interface SessionRefreshDeps extends InDialogDeps {
  terms: SessionTerms;
}

/** Sends an UPDATE without SDP, or a re-INVITE with it; resolves with its final answer or null. */
export function sendRefresh(
  parts: SessionRefreshDeps,
  offer: { sdp: string } | null,
): Promise<Incoming<SipResponse> | null> {
  const method = offer === null ? "UPDATE" : "INVITE";
  const { request, target } = createInDialogRequest(parts.dialog, method);
  request.headers
    .add("Supported", "timer")
    .add("Min-SE", String(MIN_SESSION_S))
    .add("Session-Expires", `${parts.terms.expiresS};refresher=uac`);
  if (offer !== null) {
    request.headers.add("Content-Type", "application/sdp");
  }
  return sendInDialog(parts, { request: { ...request, body: offer?.sdp ?? "" }, target });
}
