import { isIPv4, isIPv6 } from "node:net";
import type { AudioCodec, RtpEndpoint, RtpRemote } from "../media/media-port.ts";
import { type CryptoLine, renderCrypto, type SrtpPolicy } from "./sdp-crypto.ts";
import { type Direction, type MediaDescription, parseSdp, SdpError } from "./sdp.ts";

/** The audio stream that two descriptions agree on. */
export interface AudioChoice {
  /** Where the far end listens; null while it holds us with port 0 or an address of zeros. */
  remote: RtpRemote | null;
  /** What we may do: `recvonly` means the far end does not listen (hold). */
  direction: Direction;
  codec: AudioCodec;
  payloadType: number;
  telephoneEvent: number | null;
  protocol: string;
  /** What their side encrypts with; null where the audio goes as it is. */
  crypto: CryptoLine | null;
  /** Every m-line of the other side, to answer them in their order. */
  lines: { kind: string; protocol: string; formats: string[]; isChosen: boolean }[];
}

const staticEncodings: ReadonlyMap<number, string> = new Map([
  [0, "PCMU/8000"],
  [8, "PCMA/8000"],
]);

const codecs: ReadonlyMap<string, AudioCodec> = new Map([
  ["PCMU/8000", "PCMU"],
  ["PCMA/8000", "PCMA"],
]);

/** The payload type of digits in our own offers. */
const offeredTelephoneEvent = 101;

const mirrored: Record<Direction, Direction> = {
  sendrecv: "sendrecv",
  sendonly: "recvonly",
  recvonly: "sendonly",
  inactive: "inactive",
};

/**
 * Picks the first audio line that speaks G.711 and, in its own order, PCMU or PCMA (RFC 3264); one
 * that is encrypted goes before one that is not. Throws SdpError when there is none. Works on
 * offers and on answers alike.
 */
export function chooseAudio(text: string, srtp: SrtpPolicy = "off"): AudioChoice {
  const session = parseSdp(text);
  const fitting = session.media.filter(
    (media) => isPermitted(media, srtp) && pickCodec(media) !== null,
  );
  const chosen = fitting.find((media) => pickCrypto(media, srtp) !== null) ?? fitting[0];
  const picked = chosen === undefined ? null : pickCodec(chosen);
  if (chosen === undefined || picked === null) throw new SdpError("no PCMU or PCMA audio over RTP");
  const address = chosen.address ?? session.address ?? "";
  if (!isIPv4(address) && !isIPv6(address)) throw new SdpError("no address for the audio");
  const telephoneEvent = pickTelephoneEvent(chosen);
  const isReachable = chosen.port !== 0 && address !== "0.0.0.0" && address !== "::";
  const theirs = isReachable ? (chosen.direction ?? session.direction ?? "sendrecv") : "sendonly";
  return {
    ...picked,
    telephoneEvent,
    protocol: chosen.protocol,
    crypto: pickCrypto(chosen, srtp),
    direction: mirrored[theirs],
    remote: isReachable ? { address, port: chosen.port, ...picked, telephoneEvent } : null,
    lines: session.media.map((media) => ({ ...media, isChosen: media === chosen })),
  };
}

/** RTP/SAVP is encrypted; RTP/AVP may be, where its line carries keys as well. */
function isPermitted(media: MediaDescription, srtp: SrtpPolicy): boolean {
  const isSecure = /^RTP\/SAVPF?$/.test(media.protocol);
  if (media.kind !== "audio" || (!isSecure && !/^RTP\/AVPF?$/.test(media.protocol))) return false;
  const mustEncrypt = isSecure || srtp === "required";
  return !mustEncrypt || pickCrypto(media, srtp) !== null;
}

function pickCrypto(media: MediaDescription, srtp: SrtpPolicy): CryptoLine | null {
  return srtp === "off" ? null : (media.crypto[0] ?? null);
}

function encodingOf(media: MediaDescription, payloadType: number): string {
  return media.encodings.get(payloadType) ?? staticEncodings.get(payloadType) ?? "";
}

function payloadTypes(media: MediaDescription): number[] {
  return media.formats.map(Number).filter((type) => Number.isInteger(type) && type < 128);
}

function pickCodec(media: MediaDescription): { codec: AudioCodec; payloadType: number } | null {
  for (const payloadType of payloadTypes(media)) {
    const codec = codecs.get(encodingOf(media, payloadType));
    if (codec !== undefined) return { codec, payloadType };
  }
  return null;
}

function pickTelephoneEvent(media: MediaDescription): number | null {
  const types = payloadTypes(media);
  return types.find((type) => encodingOf(media, type) === "TELEPHONE-EVENT/8000") ?? null;
}

/** Who describes himself: where our RTP is and the numbers of the `o=` line. */
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
      ? audioLines({ ...choice, crypto }, local.rtp.port)
      : [`m=${line.kind} 0 ${line.protocol} ${line.formats.join(" ") || "0"}`],
  );
  return render(local, lines);
}

/** Our offer: PCMU and digits, both ways; with keys it can be encrypted, by RTP/SAVP it must. */
export function makeOffer(
  local: LocalSession,
  { protocol = "RTP/AVP", crypto = [] }: { protocol?: string; crypto?: readonly CryptoLine[] } = {},
): string {
  const offer = {
    codec: "PCMU",
    payloadType: 0,
    telephoneEvent: offeredTelephoneEvent,
    direction: "sendrecv",
    protocol,
    crypto,
  } as const;
  return render(local, audioLines(offer, local.rtp.port));
}

type AudioLine = Pick<AudioChoice, "codec" | "payloadType" | "telephoneEvent" | "direction"> & {
  protocol: string;
  crypto: readonly CryptoLine[];
};

function audioLines(audio: AudioLine, port: number): string[] {
  const digits = audio.telephoneEvent;
  const formats = digits === null ? `${audio.payloadType}` : `${audio.payloadType} ${digits}`;
  return [
    `m=audio ${port} ${audio.protocol} ${formats}`,
    `a=rtpmap:${audio.payloadType} ${audio.codec}/8000`,
    ...(digits === null
      ? []
      : [`a=rtpmap:${digits} telephone-event/8000`, `a=fmtp:${digits} 0-15`]),
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
