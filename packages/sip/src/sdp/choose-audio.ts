import { isIPv4, isIPv6 } from "node:net";

import type { AudioCodec, RtpEndpoint, RtpRemote } from "@linedesk/audio";
import { type CryptoLine, renderCrypto, type KeyPolicy } from "./crypto-line.ts";
import { type Direction, type MediaDescription, parseSdp, SdpError } from "./sdp.ts";
import {
  type CodecChoice,
  type CodecLines,
  formatChosenCodec,
  formatOfferedCodecs,
  pickCodec,
  sipCodecs,
} from "./sip-codecs.ts";

/** The audio stream that two descriptions agree on. */
export interface AudioChoice extends CodecChoice {
  /** Where the far end listens; null while it holds us with port 0 or an address of zeros. */
  remote: RtpRemote | null;
  /** What we may do: `recvonly` means the far end does not listen (hold). */
  direction: Direction;
  protocol: string;
  /** What their side encrypts with; null where the audio goes as it is. */
  crypto: CryptoLine | null;
  /** Every m-line of the other side, to answer them in their order. */
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
  /** False where keys are heard in the sound, and no telephone events are spoken of. */
  events?: boolean;
}

/**
 * Picks the first audio line that speaks one of our codecs and, in its own order, the first of
 * these (RFC 3264); one that is encrypted goes before one that is not. Throws SdpError when there
 * is none. Works on offers and on answers alike.
 */
export function chooseAudio(text: string, terms: AudioTerms = {}): AudioChoice {
  const { srtp = "off", codecs = sipCodecs, events = true } = terms;
  const session = parseSdp(text);
  const fitting = session.media.filter(
    (media) => isPermitted(media, srtp) && pickCodec(media, codecs) !== null,
  );
  const chosen = fitting.find((media) => pickCrypto(media, srtp) !== null) ?? fitting[0];
  const picked = chosen === undefined ? null : pickCodec(chosen, codecs);
  if (chosen === undefined || picked === null) {
    throw new SdpError(`no ${codecs.join(", ")} audio over RTP`);
  }
  const address = chosen.address ?? session.address ?? "";
  if (!isIPv4(address) && !isIPv6(address)) {
    throw new SdpError("no address for the audio");
  }
  if (isManys(address)) {
    throw new SdpError("the audio of a call goes to one place");
  }
  const isReachable = chosen.port !== 0 && address !== "0.0.0.0" && address !== "::";
  const theirs = isReachable ? (chosen.direction ?? session.direction ?? "sendrecv") : "sendonly";
  const spoken = events ? picked : { ...picked, telephoneEvent: null };
  return {
    ...spoken,
    protocol: chosen.protocol,
    crypto: pickCrypto(chosen, srtp),
    direction: mirrored[theirs],
    remote: isReachable ? { address, port: chosen.port, ...spoken } : null,
    lines: session.media.map((media) => ({ ...media, isChosen: media === chosen })),
  };
}

/**
 * Multicast or broadcast. Studios send their programme so, and a call's packets must not get among
 * them because a caller names such an address.
 */
function isManys(address: string): boolean {
  return isIPv4(address) ? Number(address.split(".", 1)[0]) >= 224 : /^ff/i.test(address);
}

/** RTP/SAVP is encrypted; RTP/AVP may be, where its line carries keys as well. */
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

/** Our answer: the chosen line with our address, every other line refused with port 0. */
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
  /** What is spoken already, which is then all that is offered. */
  agreed?: CodecChoice | null;
}

/** Our offer: codecs and digits, both ways; with keys it can be encrypted, by RTP/SAVP it must. */
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
