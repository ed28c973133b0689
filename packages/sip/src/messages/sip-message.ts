import { randomBytes } from "node:crypto";

import { type NameAddr, parseNameAddr } from "./name-addr.ts";
import { reasonPhrase } from "./reason-phrase.ts";
import type { SipAddress } from "./sip-address.ts";
import { SipHeaders } from "./sip-headers.ts";
import { parseVia, renderVia, stampVia, type Via } from "./via.ts";

export interface SipRequest {
  type: "request";
  method: string;
  uri: string;
  headers: SipHeaders;
  body: string;
  /** The number of challenges that this request has answered. */
  answered?: number;
}

export interface SipResponse {
  type: "response";
  status: number;
  reason: string;
  headers: SipHeaders;
  body: string;
}

export type SipMessage = SipRequest | SipResponse;

/** The fields that every message must have (RFC 3261 section 8.1.1), parsed once. */
export interface Envelope {
  via: Via;
  from: NameAddr;
  to: NameAddr;
  callId: string;
  cseq: { number: number; method: string };
}

/** A received message with its source and the parsed headers that every message has. */
export type Incoming<Message extends SipMessage = SipMessage> = Message &
  Envelope & { source: SipAddress };

/** Returns the envelope of a message, or a sentence that describes the fault. */
export function readEnvelope(message: SipMessage): Envelope | string {
  const via = parseVia(message.headers.get("Via") ?? "");
  if (via === null) {
    return "Missing or bad Via";
  }
  const from = readSingle(message.headers, "From");
  const to = readSingle(message.headers, "To");
  if (from === null) {
    return "Missing or bad From";
  }
  if (to === null) {
    return "Missing or bad To";
  }
  const callIds = message.headers.all("Call-ID");
  const callId = callIds[0] ?? "";
  if (callIds.length !== 1 || !/^\S{1,256}$/.test(callId)) {
    return "Missing or bad Call-ID";
  }
  const cseq = readCSeq(message);
  if (cseq === null) {
    return "Missing or bad CSeq";
  }
  return { via, from, to, callId, cseq };
}

function readSingle(headers: SipHeaders, name: string): NameAddr | null {
  const values = headers.all(name);
  return values.length === 1 ? parseNameAddr(values[0] ?? "") : null;
}

function readCSeq(message: SipMessage): Envelope["cseq"] | null {
  const values = message.headers.all("CSeq");
  const match = /^([0-9]{1,10})\s+(\S+)$/.exec(values[0] ?? "");
  if (values.length !== 1 || match === null) {
    return null;
  }
  const number = Number(match[1]);
  const method = match[2] ?? "";
  if (number >= 2 ** 31) {
    return null;
  }
  if (message.type === "request" && method !== message.method) {
    return null;
  }
  return { number, method };
}

/** Returns the tag of a From or To header, or "" if it has none. */
export function readTag(address: NameAddr): string {
  return address.parameters.get("tag") ?? "";
}

/** Returns 64 random bits, so that nobody can guess our tags, branches and Call-IDs. */
export function newToken(): string {
  return randomBytes(8).toString("hex");
}

/** The parts of a response that are not copied from its request (RFC 3261 section 8.2.6). */
export interface ResponseParts {
  status: number;
  reason?: string;
  /** Our tag, which is added if the request's To has none. */
  toTag?: string;
  headers?: readonly [name: string, value: string][];
  body?: { type: string; text: string };
}

/** Builds a response, with all that RFC 3261 section 8.2.6 copies from the request. */
export function makeResponse(request: Incoming<SipRequest>, parts: ResponseParts): SipResponse {
  const headers = new SipHeaders();
  const [, ...lowerVias] = request.headers.all("Via");
  headers.add("Via", renderVia(stampVia(request.via, request.source)));
  for (const via of lowerVias) {
    headers.add("Via", via);
  }
  for (const route of request.headers.all("Record-Route")) {
    headers.add("Record-Route", route);
  }
  const tag = parts.toTag !== undefined && readTag(request.to) === "" ? `;tag=${parts.toTag}` : "";
  headers.add("From", request.headers.get("From") ?? "");
  headers.add("To", `${request.headers.get("To") ?? ""}${tag}`);
  headers.add("Call-ID", request.callId);
  headers.add("CSeq", `${request.cseq.number} ${request.cseq.method}`);
  for (const [name, value] of parts.headers ?? []) {
    headers.add(name, value);
  }
  if (parts.body !== undefined) {
    headers.add("Content-Type", parts.body.type);
  }
  const reason = parts.reason ?? reasonPhrase(parts.status);
  return { type: "response", status: parts.status, reason, headers, body: parts.body?.text ?? "" };
}

/** Serialises a message; Content-Length is always the true length of the body. */
export function serialiseMessage(message: SipMessage): Buffer {
  const first =
    message.type === "request"
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`;
  message.headers.set("Content-Length", String(Buffer.byteLength(message.body)));
  const lines = message.headers.entries().map(({ name, value }) => `${name}: ${oneLine(value)}`);
  return Buffer.from(`${[oneLine(first), ...lines].join("\r\n")}\r\n\r\n${message.body}`);
}

/** Removes line ends, so that a value cannot add a line to the message. */
function oneLine(value: string): string {
  return value.replace(/[\r\n]+\s*/g, " ");
}
