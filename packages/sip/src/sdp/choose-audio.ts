import { isIPv4, isIPv6 } from "node:net";

import type { AudioCodec, RtpEndpoint, RtpRemote } from "@linedesk/audio";
import { type CryptoLine, renderCrypto, type KeyPolicy } from "./crypto-line.ts";
import {
  type Direction,
  type MediaDescription,
  parseSdp,
  SdpError,
  type SessionDescription,
} from "./sdp.ts";
import {
  type CodecChoice,
  type CodecLines,
  formatChosenCodec,
  formatOfferedCodecs,
  pickCodec,
  sipCodecs,
} from "./sip-codecs.ts";

/** The audio stream that both descriptions agree on. */
export interface AudioChoice extends CodecChoice {
  /**
   * The far end's receiving address; `null` while it holds the call by port 0 or a zero address.
   */
  remote: RtpRemote | null;
  /**
   * Our direction. `recvonly` means that the far end does not receive, because it holds the call.
   */
  direction: Direction;
  protocol: string;
  /** The far end's encryption; `null` for unencrypted audio. */
  crypto: CryptoLine | null;
  /** Every m-line of the other side. The answer must have them in the same order. */
  lines: { kind: string; protocol: string; formats: string[]; isChosen: boolean }[];
}

const mirrored: Record<Direction, Direction> = {
  sendrecv: "sendrecv",
  sendonly: "recvonly",
  recvonly: "sendonly",
  inactive: "inactive",
};

export interface AudioTerms {
  srtp?: KeyPolicy;
  codecs?: readonly AudioCodec[];
  /** If false, digits are detected in the sound, and telephone events are not negotiated. */
  events?: boolean;
}

/**
 * Chooses the first audio line of an offer that has one of our codecs, and the first of these
 * codecs in the line's order (RFC 3264). Encrypted lines come before others. A line of port 0 is
 * not offered. Throws SdpError if there is no such line.
 */
export function chooseAudio(text: string, terms: AudioTerms = {}): AudioChoice {
  const session = parseSdp(text);
  return chooseFrom(
    session,
    session.media.filter(({ port }) => port !== 0),
    terms,
  );
}

/** Chooses the audio line of an answer. Port 0 is permitted: it refuses or holds the audio. */
export function chooseAnsweredAudio(text: string, terms: AudioTerms = {}): AudioChoice {
  const session = parseSdp(text);
  return chooseFrom(session, session.media, terms);
}

function chooseFrom(
  session: SessionDescription,
  candidates: readonly MediaDescription[],
  { srtp = "off", codecs = sipCodecs, events = true }: AudioTerms,
): AudioChoice {
  const fitting = candidates.filter(
    (media) => isPermitted(media, srtp) && pickCodec(media, codecs) !== null,
  );
  const chosen = fitting.find((media) => pickCrypto(media, srtp) !== null) ?? fitting[0];
  const picked = chosen === undefined ? null : pickCodec(chosen, codecs);
  if (chosen === undefined || picked === null) {
    const hasAudio = candidates.some(({ kind }) => kind === "audio");
    const missing = `the description offers no ${codecs.join(", ")} audio over RTP`;
    throw new SdpError(missing, hasAudio ? 305 : 304);
  }
  const address = chosen.address ?? session.address ?? "";
  if (!isIPv4(address) && !isIPv6(address)) {
    throw new SdpError("the audio has no IPv4 or IPv6 address", 301);
  }
  if (isMulticastOrBroadcast(address)) {
    throw new SdpError("the address for the audio is a multicast address", 330);
  }
  const isReachable = chosen.port !== 0 && !isZero(address);
  const theirs = isReachable ? (chosen.direction ?? session.direction ?? "sendrecv") : "sendonly";
  const spoken = events ? picked : { ...picked, telephoneEvent: null };
  return {
    ...spoken,
    protocol: chosen.protocol,
    crypto: pickCrypto(chosen, srtp),
    direction: mirrored[theirs],
    remote: isReachable
      ? { address, port: chosen.port, ...rtcpOf(chosen, address), ...spoken }
      : null,
    lines: session.media.map((media) => ({ ...media, isChosen: media === chosen })),
  };
}

/** Returns the destination of RTCP (RFC 3605). An address that cannot receive is ignored. */
function rtcpOf({ rtcp }: MediaDescription, rtpAddress: string): { rtcp?: RtpEndpoint } {
  if (rtcp === null) {
    return {};
  }
  const { port, address = rtpAddress } = rtcp;
  const isIp = isIPv4(address) || isIPv6(address);
  return isIp && !isZero(address) && !isMulticastOrBroadcast(address)
    ? { rtcp: { address, port } }
    : {};
}

/** An old telephone holds a call by this address. */
function isZero(address: string): boolean {
  return address === "0.0.0.0" || address === "::";
}

/**
 * Returns true for multicast or broadcast. Studios send their programme to such addresses, and a
 * caller must not direct a call's packets there.
 */
function isMulticastOrBroadcast(address: string): boolean {
  return isIPv4(address) ? Number(address.split(".", 1)[0]) >= 224 : /^ff/i.test(address);
}

/** RTP/SAVP is always encrypted. RTP/AVP may be encrypted too, if its line has keys. */
function isPermitted(media: MediaDescription, srtp: KeyPolicy): boolean {
  if (srtp === "refused") {
    return false;
  }
  const isSecure = /^RTP\/SAVPF?$/.test(media.protocol);
  if (media.kind !== "audio" || (!isSecure && !/^RTP\/AVPF?$/.test(media.protocol))) {
    return false;
  }
  const mustEncrypt = isSecure || srtp === "required";
  return !mustEncrypt || pickCrypto(media, srtp) !== null;
}

function pickCrypto(media: MediaDescription, srtp: KeyPolicy): CryptoLine | null {
  return srtp === "off" ? null : (media.crypto[0] ?? null);
}

export interface LocalSession {
  rtp: RtpEndpoint;
  id: string;
  version: number;
}

/** Builds our answer: the chosen line with our address, and port 0 to refuse every other line. */
export function makeAnswer(
  choice: AudioChoice,
  local: LocalSession,
  crypto: readonly CryptoLine[] = [],
): string {
  const lines = choice.lines.flatMap((line) =>
    line.isChosen
      ? audioLines({ ...choice, ...formatChosenCodec(choice), crypto }, local.rtp.port)
      : [`m=${line.kind} 0 ${line.protocol} ${line.formats.join(" ") || "0"}`],
  );
  return render(local, lines);
}

export interface OfferTerms {
  protocol?: string;
  crypto?: readonly CryptoLine[];
  codecs?: readonly AudioCodec[];
  events?: boolean;
  /** The codec in use. An offer during the call contains only this one. */
  agreed?: CodecChoice | null;
}

/**
 * Builds our offer of codecs and digits in both directions. Keys allow encryption, and RTP/SAVP
 * requires it.
 */
export function makeOffer(
  local: LocalSession,
  {
    protocol = "RTP/AVP",
    crypto = [],
    codecs = sipCodecs,
    events = true,
    agreed = null,
  }: OfferTerms = {},
): string {
  const lines = agreed === null ? formatOfferedCodecs(codecs, events) : formatChosenCodec(agreed);
  const offer = { ...lines, direction: "sendrecv", protocol, crypto } as const;
  return render(local, audioLines(offer, local.rtp.port));
}

interface AudioLine extends CodecLines {
  direction: Direction;
  protocol: string;
  crypto: readonly CryptoLine[];
}

function audioLines(audio: AudioLine, port: number): string[] {
  return [
    `m=audio ${port} ${audio.protocol} ${audio.formats.join(" ")}`,
    ...audio.attributes,
    ...audio.crypto.map(renderCrypto),
    "a=ptime:20",
    `a=${audio.direction}`,
  ];
}

function render(local: LocalSession, media: string[]): string {
  const address = `IN ${isIPv6(local.rtp.address) ? "IP6" : "IP4"} ${local.rtp.address}`;
  const origin = `o=- ${local.id} ${local.version} ${address}`;
  return ["v=0", origin, "s=-", `c=${address}`, "t=0 0", ...media, ""].join("\r\n");
}
