/**
 * The cases of RFC 4475, "SIP Torture Test Messages". Each case has the RFC's name, a description,
 * and the status with which we answer; `null` means no answer.
 */
export interface TortureMessage {
  name: string;
  what: string;
  text: string;
  answer: string | null;
  /** Is true if the message is a valid call; by default false. */
  isCall?: boolean;
}

export const tortureSdp = [
  "v=0",
  "o=mhandley 29739 7272939 IN IP4 192.0.2.3",
  "s=-",
  "c=IN IP4 192.0.2.4",
  "t=0 0",
  "m=audio 49217 RTP/AVP 0 12",
  "m=video 3227 RTP/AVP 31",
  "a=rtpmap:31 LPC",
  "",
].join("\r\n");

interface TortureOptions {
  uri?: string;
  version?: string;
  via?: string;
  to?: string;
  from?: string;
  cseq?: string;
  more?: string[];
  body?: string;
  length?: string;
}

/** Builds a valid request in the style of RFC 4475, and replaces the parts that the case changes. */
export function tortureRequest(name: string, method: string, parts: TortureOptions = {}): string {
  const body = parts.body ?? "";
  return [
    `${method} ${parts.uri ?? "sip:user@example.com"} ${parts.version ?? "SIP/2.0"}`,
    `Via: ${parts.via ?? `SIP/2.0/UDP 192.0.2.10:5062;branch=z9hG4bK.${name}`}`,
    `To: ${parts.to ?? "<sip:j.user@example.com>"}`,
    `From: ${parts.from ?? "<sip:caller@example.net>;tag=93942939o2"}`,
    `Call-ID: ${name}.hungry@192.0.2.10`,
    `CSeq: ${parts.cseq ?? `8 ${method}`}`,
    "Max-Forwards: 70",
    "Contact: <sip:caller@192.0.2.10:5062>",
    ...(parts.more ?? []),
    ...(body === "" ? [] : ["Content-Type: application/sdp"]),
    `Content-Length: ${parts.length ?? Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}

export function tortureInvite(name: string, parts: TortureOptions = {}): string {
  return tortureRequest(name, "INVITE", { body: tortureSdp, ...parts });
}

/** Builds a case: a request that starts no call, with its answer. */
export function buildRequestCase(
  name: string,
  what: string,
  { method, answer, ...parts }: TortureOptions & { method: string; answer: string | null },
): TortureMessage {
  return { name, what, text: tortureRequest(name, method, parts), answer };
}

/** Builds a case: an INVITE that starts a call or is refused. */
export function buildInviteCase(
  name: string,
  what: string,
  { answer, ...parts }: TortureOptions & { answer?: string } = {},
): TortureMessage {
  const text = tortureInvite(name, parts);
  if (answer !== undefined) {
    return { name, what, text, answer };
  }
  return { name, what, text, answer: "100", isCall: true };
}
