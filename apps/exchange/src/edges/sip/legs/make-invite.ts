import { isEmergencyNumber } from "@linedesk/base";
import {
  ALLOWED_METHODS,
  type Credentials,
  encodeUser,
  readUriHeaders,
  type Incoming,
  newToken,
  parseSipUri,
  renderNameAddr,
  renderSipUri,
  SipHeaders,
  type SipRequest,
  type SipResponse,
  SUPPORTED_EXTENSIONS,
  withCredentials,
} from "@linedesk/sip";
import type { DialRequest } from "../../../calls/legs/leg.ts";
import type { Destination } from "../dialling/resolve-route.ts";
import { type SipCallDeps, contactHeader } from "../dialogs/sip-call-deps.ts";
import { MIN_SESSION_S, WANTED_SESSION_S } from "../sessions/session-timer.ts";
import { numberForTrunk } from "../trunks/number-for-trunk.ts";
import { ANONYMOUS_PARTY } from "../trunks/read-parties.ts";
import type { Trunk } from "../trunks/trunk.ts";

export function makeInvite(
  dial: DialRequest,
  destination: Destination,
  parts: { context: SipCallDeps; offer: string },
): SipRequest {
  const { context } = parts;
  const sentBy = context.signalling.sentBy(destination.target);
  const headers = new SipHeaders()
    .add("Max-Forwards", "70")
    .add("From", `${fromHeader(dial, destination.trunk, sentBy)};tag=${newToken()}`)
    .add("To", `<${destination.uri}>`)
    .add("Call-ID", newToken() + newToken())
    .add("CSeq", "1 INVITE")
    .add("Contact", contactHeader(context, destination.target))
    .add("Allow", ALLOWED_METHODS)
    .add("Supported", SUPPORTED_EXTENSIONS)
    .add("Session-Expires", String(WANTED_SESSION_S))
    .add("Min-SE", String(MIN_SESSION_S))
    .add("X-Twilio-CallSid", dial.callSid)
    .add("Content-Type", "application/sdp");
  for (const route of context.routing.trunks.listRoutes(destination.trunk)) {
    headers.add("Route", route);
  }
  if (isEmergencyNumber(parseSipUri(dial.to)?.user ?? dial.to)) {
    headers.add("Priority", "emergency");
  }
  if (dial.referredBy) {
    headers.add("Referred-By", dial.referredBy);
  }
  const own = readUriHeaders(dial.to);
  for (const [name, value] of [...identityHeaders(dial, destination.trunk, sentBy), ...own]) {
    headers.add(name, value);
  }
  return { type: "request", method: "INVITE", uri: destination.uri, headers, body: parts.offer };
}

/**
 * Returns the call's own credentials for the host of its `sip:` address, otherwise those of the
 * trunk.
 */
export function credentialsFor(dial: DialRequest, { trunk, uri }: Destination): Credentials | null {
  const isPlacedThere = parseSipUri(uri)?.host === parseSipUri(dial.to)?.host;
  const given = isPlacedThere ? dial.credentials : null;
  return given ?? trunk?.credentials ?? null;
}

/** Repeats the INVITE after a 401, 407 or 422: with our credentials, or a longer session timer. */
export function retryInvite(
  { request, response }: { request: SipRequest; response: Incoming<SipResponse> },
  credentials: Credentials | null,
): SipRequest | null {
  if (response.status === 422) {
    return withLongerSession(request, response);
  }
  return withCredentials(request, response, credentials);
}

/**
 * Uses the interval that the 422 requires; returns `null` when this interval is invalid or not
 * longer than the previous one.
 */
function withLongerSession(
  request: SipRequest,
  response: Incoming<SipResponse>,
): SipRequest | null {
  const wanted = Number(response.headers.get("Min-SE") ?? 0);
  const now = Number(request.headers.get("Min-SE") ?? 0);
  if (!Number.isInteger(wanted) || wanted <= now || wanted > 86_400) {
    return null;
  }
  const headers = new SipHeaders();
  for (const { name, value } of request.headers.entries()) {
    if (name !== "Via") {
      headers.add(name, value);
    }
  }
  headers.set("Session-Expires", String(Math.max(wanted, WANTED_SESSION_S)));
  headers.set("Min-SE", String(wanted));
  headers.set("CSeq", `${response.cseq.number + 1} ${request.method}`);
  return { ...request, headers };
}

/** Identifies the caller to the network (RFC 3323, 3325), and the forwarding party (RFC 5806). */
function identityHeaders(
  dial: DialRequest,
  trunk: Trunk | null,
  sentBy: string,
): [string, string][] {
  const isWithheld = dial.from === ANONYMOUS_PARTY;
  // If the trunk has a number of its own, this number replaces the caller's. The network does not
  // pass it on when the caller's number is withheld.
  const number = trunk?.callerId ?? (isWithheld ? null : dial.from);
  function buildUri(user: string): string {
    return `<sip:${formatUser(user, trunk)}@${trunk?.domain ?? sentBy}>`;
  }
  const headers: [string, string][] = [];
  if (isWithheld) {
    headers.push(["Privacy", "id"]);
  }
  if (number?.startsWith("+") === true && trunk?.assertsIdentity !== false) {
    headers.push(["P-Asserted-Identity", buildUri(number)]);
  }
  const diverter = dial.forwardedFrom ?? null;
  if (trunk !== null && diverter !== null && diverter.startsWith("+")) {
    headers.push(["Diversion", `${buildUri(diverter)};reason=unconditional`]);
  }
  return headers;
}

function formatUser(number: string, trunk: Trunk | null): string {
  return encodeUser(trunk === null ? number : numberForTrunk(number, trunk.numbering));
}

function fromHeader(dial: DialRequest, trunk: Trunk | null, sentBy: string): string {
  if (dial.from === ANONYMOUS_PARTY) {
    return '"Anonymous" <sip:anonymous@anonymous.invalid>';
  }
  const from = trunk?.callerId ?? dial.from;
  const uri = parseSipUri(from);
  const own = `sip:${formatUser(from.replace(/^client:/, ""), trunk)}@${trunk?.domain ?? sentBy}`;
  const address = uri === null ? own : renderSipUri({ ...uri, parameters: new Map() });
  return renderNameAddr({ displayName: dial.callerName, uri: address, parameters: new Map() });
}
