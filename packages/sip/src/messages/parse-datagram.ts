import { decodeText } from "./decode-text.ts";
import { extractSdp } from "./extract-sdp.ts";
import type { SipAddress } from "./sip-address.ts";
import { SipHeaders } from "./sip-headers.ts";
import { type Incoming, readEnvelope, type SipMessage, type SipRequest } from "./sip-message.ts";
import { parseVia } from "./via.ts";

/** The limits of a received message. A SIP message over UDP is rarely larger than 4 KB. */
export const MAX_MESSAGE_BYTES = 16_384;
const MAX_HEADER_LINES = 200;

export type Parsed =
  | { type: "message"; message: Incoming }
  /** The request is invalid, but it can be answered. */
  | { type: "answerable"; request: Incoming<SipRequest>; status: number; reason: string }
  /** No answer is possible, for example to keep-alives, garbage, bad responses and a bad ACK. */
  | { type: "dropped"; reason: string };

/** Parses one datagram (RFC 3261 section 7). Never throws. */
export function parseDatagram(datagram: Buffer, source: SipAddress): Parsed {
  if (datagram.length > MAX_MESSAGE_BYTES) {
    return { type: "dropped", reason: "too large" };
  }
  const end = endOfHeaders(datagram);
  if (end === null) {
    return { type: "dropped", reason: "no end of headers" };
  }
  const lines = unfold(decodeText(datagram.subarray(0, end.at))).split(/\r\n|\n/);
  while (lines[0] === "") {
    lines.shift();
  }
  const started = parseStartLine(lines.shift() ?? "");
  if (started === null) {
    return { type: "dropped", reason: "no SIP start line" };
  }
  if (lines.length > MAX_HEADER_LINES) {
    return { type: "dropped", reason: "too many headers" };
  }
  const fault = readHeaders(lines, started.message.headers);
  const bodyFault = readBody(started.message, datagram.subarray(end.at + end.length));
  return judge(started, { source, fault: fault ?? bodyFault });
}

function endOfHeaders(datagram: Buffer): { at: number; length: number } | null {
  let start = 0;
  // Empty lines are allowed before the start line. They do not end the headers.
  while (datagram[start] === 13 || datagram[start] === 10) {
    start += 1;
  }
  const crlf = datagram.indexOf("\r\n\r\n", start);
  if (crlf >= 0) {
    return { at: crlf, length: 4 };
  }
  const lf = datagram.indexOf("\n\n", start);
  return lf < 0 ? null : { at: lf, length: 2 };
}

/** A line that begins with a blank continues the previous line (RFC 3261 section 7.3.1). */
function unfold(text: string): string {
  return text.replace(/\r?\n[ \t]+/g, " ");
}

interface Started {
  message: SipMessage;
  version: string;
}

function parseStartLine(line: string): Started | null {
  const headers = new SipHeaders();
  const response = /^SIP\/2\.0 +([1-6][0-9]{2})(?: (.*))?$/is.exec(line);
  if (response !== null) {
    const message: SipMessage = {
      type: "response",
      status: Number(response[1]),
      reason: (response[2] ?? "").trim(),
      headers,
      body: "",
    };
    return { message, version: "2.0" };
  }
  // One pattern for the whole line would take quadratic time if the line has many blanks.
  const version = /^SIP\/([0-9.]{1,8})$/i.exec(line.slice(line.lastIndexOf(" ") + 1))?.[1];
  const method = line.slice(0, Math.max(0, line.indexOf(" ")));
  const uri = line.slice(method.length, line.lastIndexOf(" ")).trim();
  if (version === undefined || uri === "" || !isToken(method) || method.length > 64) {
    return null;
  }
  return { message: { type: "request", method, uri, headers, body: "" }, version };
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9.!%*_+`'~-]+$/.test(text);
}

/** Returns the fault of the header lines, or `null`. The valid lines are returned in both cases. */
function readHeaders(lines: string[], headers: SipHeaders): string | null {
  let fault: string | null = null;
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trimEnd();
    if (!isToken(name)) {
      fault ??= "Bad header line";
    } else {
      headers.addParsed(name, line.slice(colon + 1).trim());
    }
  }
  return fault;
}

/**
 * Sets the body. From a multipart body, it keeps only the session description and the type of this
 * part.
 */
function readBody(message: SipMessage, rest: Buffer): string | null {
  const lengths = new Set(message.headers.all("Content-Length"));
  const [stated = String(rest.length)] = lengths;
  if (lengths.size > 1 || !/^[0-9]{1,9}$/.test(stated)) {
    return "Bad Content-Length";
  }
  if (Number(stated) > rest.length) {
    return "Body shorter than Content-Length";
  }
  message.body = rest.toString("utf8", 0, Number(stated));
  const description = extractSdp(message.headers.get("Content-Type") ?? "", message.body);
  if (description === null) {
    return null;
  }
  message.body = description;
  message.headers.set("Content-Type", "application/sdp");
  return null;
}

function judge(started: Started, facts: { source: SipAddress; fault: string | null }): Parsed {
  const { message, version } = started;
  const envelope = readEnvelope(message);
  const fault = facts.fault ?? (typeof envelope === "string" ? envelope : requestFault(message));
  if (fault === null && version === "2.0" && typeof envelope !== "string") {
    return { type: "message", message: { ...message, ...envelope, source: facts.source } };
  }
  if (message.type === "response") {
    return { type: "dropped", reason: fault ?? "bad response" };
  }
  const answerable = buildEnvelope(message, facts.source);
  if (answerable === null || message.method === "ACK") {
    return { type: "dropped", reason: fault ?? "bad version" };
  }
  if (version !== "2.0") {
    return {
      type: "answerable",
      request: answerable,
      status: 505,
      reason: "Version Not Supported",
    };
  }
  return { type: "answerable", request: answerable, status: 400, reason: fault ?? "Bad Request" };
}

function requestFault(message: SipMessage): string | null {
  if (message.type === "response") {
    return null;
  }
  if (/[\s<>"]/.test(message.uri)) {
    return "Bad Request-URI";
  }
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\S/.test(message.uri)) {
    return "Bad Request-URI";
  }
  const hops = message.headers.get("Max-Forwards");
  return hops === null || /^0{0,9}[0-9]{1,3}$/.test(hops) ? null : "Bad Max-Forwards";
}

/**
 * Builds an envelope for the 400 from the readable parts; returns `null` if no answer is possible.
 */
function buildEnvelope(request: SipRequest, source: SipAddress): Incoming<SipRequest> | null {
  const via = parseVia(request.headers.get("Via") ?? "");
  const callId = request.headers.get("Call-ID");
  const cseq = /^([0-9]{1,10})\b/.exec(request.headers.get("CSeq") ?? "");
  if (via === null || callId === null || cseq === null) {
    return null;
  }
  if (request.headers.get("From") === null || request.headers.get("To") === null) {
    return null;
  }
  const unknown = { displayName: null, uri: "sip:invalid.invalid", parameters: new Map() };
  const read = readEnvelope(request);
  const number = Number(cseq[1]);
  const salvaged = {
    via,
    from: unknown,
    to: unknown,
    callId,
    cseq: { number, method: request.method },
  };
  return { ...request, ...(typeof read === "string" ? salvaged : read), source };
}
