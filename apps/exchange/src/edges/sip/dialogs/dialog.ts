import { isIP } from "node:net";

import {
  defaultPort,
  formatUriHost,
  type Incoming,
  isReliable,
  isSameAddress,
  parseNameAddr,
  parseSipUri,
  type SipAddress,
  SipHeaders,
  type SipRequest,
  type SipResponse,
  readTag,
  readTransport,
} from "@linedesk/sip";

/** The state that each end of a call keeps (RFC 3261 section 12). */
export interface Dialog {
  callId: string;
  localTag: string;
  remoteTag: string;
  local: string;
  remote: string;
  localCSeq: number;
  remoteCSeq: number;
  routeSet: string[];
  remoteTarget: string;
  contact: string;
  source: SipAddress;
}

/** Creates the dialog of our answer to an INVITE. */
export function createUasDialog(
  invite: Incoming<SipRequest>,
  local: { tag: string; contact: string },
): Dialog {
  const to = invite.headers.get("To") ?? "";
  return {
    callId: invite.callId,
    localTag: local.tag,
    remoteTag: readTag(invite.from),
    local: readTag(invite.to) === "" ? `${to};tag=${local.tag}` : to,
    remote: invite.headers.get("From") ?? "",
    localCSeq: Math.floor(Math.random() * 10_000),
    remoteCSeq: invite.cseq.number,
    routeSet: invite.headers.all("Record-Route"),
    remoteTarget: readContact(invite) ?? invite.from.uri,
    contact: local.contact,
    source: invite.source,
  };
}

/** Creates the dialog of a 2xx to our INVITE; the order of its Record-Route is reversed. */
export function createUacDialog(
  invite: SipRequest,
  answer: Incoming<SipResponse>,
  contact: string,
): Dialog {
  return {
    callId: answer.callId,
    localTag: readTag(answer.from),
    remoteTag: readTag(answer.to),
    local: invite.headers.get("From") ?? "",
    remote: answer.headers.get("To") ?? "",
    localCSeq: answer.cseq.number,
    remoteCSeq: -1,
    routeSet: answer.headers.all("Record-Route").reverse(),
    remoteTarget: readContact(answer) ?? invite.uri,
    contact,
    source: answer.source,
  };
}

export function readContact(message: { headers: SipHeaders }): string | null {
  const uri = parseNameAddr(message.headers.get("Contact") ?? "")?.uri;
  return uri !== undefined && parseSipUri(uri) !== null ? uri : null;
}

export interface OutgoingRequest {
  request: SipRequest;
  target: SipAddress;
}

export function createInDialogRequest(dialog: Dialog, method: string): OutgoingRequest {
  dialog.localCSeq += 1;
  const made = numbered(dialog, method, dialog.localCSeq);
  made.request.headers.add("Contact", dialog.contact);
  return made;
}

/**
 * The ACK to a 2xx has the CSeq number of its INVITE and the credentials that the INVITE contained.
 */
export function createAck(dialog: Dialog, invite: SipRequest): OutgoingRequest {
  const ack = numbered(dialog, "ACK", Number.parseInt(invite.headers.get("CSeq") ?? "1", 10));
  for (const name of ["Authorization", "Proxy-Authorization"]) {
    for (const value of invite.headers.all(name)) {
      ack.request.headers.add(name, value);
    }
  }
  return ack;
}

function numbered(dialog: Dialog, method: string, cseq: number): OutgoingRequest {
  const headers = new SipHeaders()
    .add("Max-Forwards", "70")
    .add("From", dialog.local)
    .add("To", dialog.remote)
    .add("Call-ID", dialog.callId)
    .add("CSeq", `${cseq} ${method}`);
  const { uri, routes } = readRoute(dialog);
  for (const route of routes) {
    headers.add("Route", route);
  }
  return { request: { type: "request", method, uri, headers, body: "" }, target: nextHop(dialog) };
}

/** Applies loose routing, or the strict routing of old proxies (RFC 3261 section 12.2.1.1). */
function readRoute(dialog: Dialog): { uri: string; routes: string[] } {
  const [first, ...others] = dialog.routeSet;
  const firstUri = first === undefined ? undefined : parseNameAddr(first)?.uri;
  if (firstUri === undefined || parseSipUri(firstUri)?.parameters.has("lr") !== false) {
    return { uri: dialog.remoteTarget, routes: dialog.routeSet };
  }
  return { uri: firstUri, routes: [...others, `<${dialog.remoteTarget}>`] };
}

/**
 * Returns the address of the first route, or of the Contact if there is no route. If this is a
 * name, or a private address as of a phone behind NAT, returns the source address of the packets.
 * Otherwise the far end could make us send to a host inside our network.
 */
function nextHop(dialog: Dialog): SipAddress {
  const route = parseNameAddr(dialog.routeSet[0] ?? "")?.uri;
  // The existing connection carries requests of both sides, and phones behind NAT accept no new
  // connection.
  if (route === undefined && isReliable(dialog.source)) {
    return dialog.source;
  }
  return findHop(dialog, route ?? dialog.remoteTarget);
}

/**
 * Returns the dialog after its connection was lost: it needs another connection, to the address of
 * the Contact.
 */
export function withoutConnection(dialog: Dialog): Dialog {
  const { source, remoteTarget } = dialog;
  return isReliable(source) ? { ...dialog, source: findHop(dialog, remoteTarget) } : dialog;
}

function findHop(dialog: Dialog, uri: string): SipAddress {
  const hop = parseSipUri(uri);
  if (hop === null || hop.scheme === "tel") {
    return dialog.source;
  }
  const address = formatUriHost(hop);
  const isHidden = isPrivate(address) && !isPrivate(dialog.source.address);
  if (isHidden || isIP(address) === 0) {
    return dialog.source;
  }
  const transport = readTransport(hop);
  const port = hop.port ?? defaultPort(transport);
  const next = { address, port, ...(transport === "udp" ? {} : { transport }) };
  return isSameAddress(next, dialog.source) ? dialog.source : next;
}

const privateNetworks = [
  /^(?:0\.|10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/,
  /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  // The IPv6 ranges are unique local, link local and loopback.
  /^(?:f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|::1$)/i,
];

function isPrivate(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, "");
  return privateNetworks.some((network) => network.test(plain));
}
