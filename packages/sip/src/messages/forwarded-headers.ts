import type { SipHeaders } from "./sip-headers.ts";
import type { Incoming, SipRequest } from "./sip-message.ts";
import { parseSipUri } from "./sip-uri.ts";

const ATTESTATION = /^[ABC]$/;
const VERSTAT =
  /;verstat=(TN-Validation-(?:Passed|Failed)|No-TN-Validation)(?:-([ABC]))?(?=[;>@\s]|$)/i;
const MAX_HEADERS = 20;
const HEADER_NAME = /^X-[A-Za-z0-9-]{1,64}$/;
const HEADER_LENGTH = 256;

/**
 * Returns the STIR verdict on the caller's number (TS 24.229 `verstat` and RFC 8946's attestation)
 * in Twilio's form, such as `TN-Validation-Passed-A`. Returns `null` when the network sends no
 * verdict.
 */
export function readStirStatus(invite: Incoming<SipRequest>): string | null {
  const identity = invite.headers.get("P-Asserted-Identity") ?? invite.headers.get("From") ?? "";
  const [, verdict, level] = VERSTAT.exec(identity) ?? [];
  if (verdict === undefined) {
    return null;
  }
  const beside = invite.headers.get("P-Attestation-Indicator")?.trim().toUpperCase() ?? "";
  const attested = level ?? (ATTESTATION.test(beside) ? beside : null);
  const isGraded = verdict.toLowerCase() !== "no-tn-validation" && attested !== null;
  return isGraded ? `${verdict}-${attested}` : verdict;
}

/**
 * Returns the facts about a SIP call for a voice request: its domain, its id, its source, and the
 * caller's own X headers.
 */
export function readSipParams(invite: Incoming<SipRequest>): [name: string, value: string][] {
  return [
    ["SipDomain", parseSipUri(invite.uri)?.host ?? ""],
    ["SipCallId", (invite.headers.get("Call-ID") ?? "").slice(0, HEADER_LENGTH)],
    ["SipSourceIp", invite.source.address],
    ...forwardedHeaders(invite.headers),
  ];
}

/**
 * Returns the X headers of a request and the headers named in `more`, as the application receives
 * them.
 */
export function forwardedHeaders(
  headers: Pick<SipHeaders, "entries">,
  ...more: string[]
): [name: string, value: string][] {
  return [...headers.entries()]
    .filter(({ name }) => HEADER_NAME.test(name) || more.includes(name))
    .slice(0, MAX_HEADERS)
    .map(({ name, value }) => [`SipHeader_${name}`, value.slice(0, HEADER_LENGTH)]);
}
