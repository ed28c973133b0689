import {
  ALLOWED_METHODS,
  type AudioTerms,
  chooseAudio,
  formatWarning,
  type Incoming,
  parseSipUri,
  SdpError,
  type SipRequest,
  unsupportedOptions,
} from "@linedesk/sip";
import { MIN_SESSION_S, readRequestedTerms } from "../sessions/session-timer.ts";

const knownMethods = new Set(
  "INVITE ACK CANCEL BYE OPTIONS INFO REGISTER SUBSCRIBE NOTIFY MESSAGE REFER UPDATE PRACK PUBLISH".split(
    " ",
  ),
);

export interface RequestRefusal {
  status: number;
  headers: [string, string][];
}

export function checkRequest(request: Incoming<SipRequest>): RequestRefusal | null {
  const allow: [string, string] = ["Allow", ALLOWED_METHODS];
  if (!knownMethods.has(request.method)) {
    return { status: 501, headers: [allow] };
  }
  if (!ALLOWED_METHODS.includes(request.method)) {
    return { status: 405, headers: [allow] };
  }
  if (parseSipUri(request.uri) === null) {
    return { status: 416, headers: [] };
  }
  const required = unsupportedOptions(request.headers.all("Require"));
  if (required.length === 0) {
    if (readRequestedTerms(request.headers) !== "too_small") {
      return null;
    }
    return { status: 422, headers: [["Min-SE", String(MIN_SESSION_S)]] };
  }
  return { status: 420, headers: [["Unsupported", required.join(", ")]] };
}

export function checkOffer(invite: Incoming<SipRequest>, terms: AudioTerms): RequestRefusal | null {
  if (invite.body === "") {
    return null;
  }
  const type = invite.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && type !== "application/sdp") {
    return { status: 415, headers: [["Accept", "application/sdp"]] };
  }
  try {
    chooseAudio(invite.body, terms);
    return null;
  } catch (error) {
    if (error instanceof SdpError) {
      return { status: 488, headers: [formatWarning(error.message, error.warning)] };
    }
    throw error;
  }
}
