import { readHeader, phoneAt, TestBench } from "./test-bench.ts";

/** Returns the SDP of a telephone at 192.0.2.10. */
export function phoneSdp(parts: { port?: number; line?: string; more?: string[] } = {}): string {
  return [
    "v=0",
    "o=- 1 1 IN IP4 192.0.2.10",
    "s=-",
    "c=IN IP4 192.0.2.10",
    "t=0 0",
    `m=audio ${parts.port ?? 6000} RTP/AVP ${parts.line ?? "0 8 101"}`,
    "a=rtpmap:101 telephone-event/8000",
    ...(parts.more ?? []),
    "",
  ].join("\r\n");
}

interface RequestParts {
  cseq?: number;
  branch?: string;
  callId?: string;
  toTag?: string;
  uri?: string;
  headers?: string[];
  body?: string;
  type?: string;
}

export function phoneRequest(method: string, parts: RequestParts = {}): string {
  const cseq = parts.cseq ?? 1;
  const body = parts.body ?? "";
  const type = parts.type ?? "application/sdp";
  return [
    `${method} ${parts.uri ?? "sip:+61255500101@198.51.100.1"} SIP/2.0`,
    `Via: SIP/2.0/UDP 192.0.2.10:5062;branch=z9hG4bK-${parts.branch ?? `${cseq}-${method}`};rport`,
    "Max-Forwards: 70",
    "From: Jo <sip:0491570006@192.0.2.10>;tag=phone",
    `To: <sip:+61255500101@198.51.100.1>${parts.toTag === undefined ? "" : `;tag=${parts.toTag}`}`,
    `Call-ID: ${parts.callId ?? "call-1"}`,
    `CSeq: ${cseq} ${method}`,
    "Contact: <sip:jo@192.0.2.10:5062>",
    ...(parts.headers ?? []),
    ...(body === "" ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

export function phoneInvite(parts: RequestParts = {}): string {
  return phoneRequest("INVITE", { body: phoneSdp(), ...parts });
}

/** Returns an answered call of the telephone, whose ACK has not arrived. */
export async function unacknowledged(headers: string[] = [], bench = new TestBench()) {
  bench.intake.onReceive = (leg) => void leg.answer("CA1");
  await bench.receive(phoneInvite({ headers }));
  const ok = bench.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
  return { bench, ok, toTag: readTag(readHeader(ok, "To")), ...bench.intake.call() };
}

export async function answered(headers: string[] = [], bench = new TestBench()) {
  const call = await unacknowledged(headers, bench);
  await bench.receive(phoneRequest("ACK", { toTag: call.toTag, branch: "ack" }));
  return call;
}

/** Returns a ringing call of the telephone. */
export async function ringing(parts: RequestParts = {}) {
  const bench = new TestBench();
  bench.intake.onReceive = (leg) => leg.ring("CA1");
  await bench.receive(phoneInvite(parts));
  const text = bench.sent().at(-1)?.text ?? "";
  return { bench, text, toTag: readTag(readHeader(text, "To")), ...bench.intake.call() };
}

export function readTag(header: string): string {
  return /;tag=([^;>]+)/.exec(header)?.[1] ?? "";
}

interface AnswerParts {
  toTag?: string;
  headers?: string[];
  body?: string;
}

export function phoneAnswer(request: string, status: string, parts: AnswerParts = {}): string {
  const body = parts.body ?? "";
  const to = readHeader(request, "To");
  const tagged = to.includes(";tag=") ? to : `${to};tag=${parts.toTag ?? "far"}`;
  return [
    `SIP/2.0 ${status}`,
    `Via: ${readHeader(request, "Via")}`,
    `From: ${readHeader(request, "From")}`,
    `To: ${tagged}`,
    `Call-ID: ${readHeader(request, "Call-ID")}`,
    `CSeq: ${readHeader(request, "CSeq")}`,
    `Contact: <sip:far@${phoneAt.address}:${phoneAt.port}>`,
    ...(parts.headers ?? []),
    ...(body === "" ? [] : ["Content-Type: application/sdp"]),
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}
