import { type CryptoLine, parseCrypto } from "./crypto-line.ts";

/** The parts of a session description (RFC 8866) that negotiate one audio stream. */
export interface SessionDescription {
  /** The session-level connection address, if present. */
  address: string | null;
  direction: Direction | null;
  media: MediaDescription[];
}

export interface MediaDescription {
  kind: string;
  port: number;
  protocol: string;
  formats: string[];
  address: string | null;
  direction: Direction | null;
  /** The destination of RTCP; without an address, the address of the audio applies. */
  rtcp: { port: number; address?: string } | null;
  /**
   * The encodings of each payload type, such as `PCMU/8000`, in upper case. Some telephones name
   * two encodings for one type.
   */
  encodings: Map<number, string[]>;
  /** The text of `a=fmtp` by payload type. */
  parameters: Map<number, string>;
  /** The supported `a=crypto` lines, in their order. */
  crypto: CryptoLine[];
}

export type Direction = "sendrecv" | "sendonly" | "recvonly" | "inactive";

/** The description is unreadable, or offers nothing that we support. */
export class SdpError extends Error {
  override name = "SdpError";
  readonly code = "sdp_not_acceptable";
  /** The code of the Warning header (RFC 3261 section 20.43). */
  readonly warning: number;

  constructor(message: string, warning = 399) {
    super(message);
    this.warning = warning;
  }
}

const MAX_MEDIA_LINES = 16;

/** Throws SdpError if the text is not a description. Unknown lines are ignored. */
export function parseSdp(text: string): SessionDescription {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.find((line) => line.trim() !== "")?.trim() !== "v=0") {
    throw new SdpError("a session description must start with v=0");
  }
  const session: SessionDescription = { address: null, direction: null, media: [] };
  for (const line of lines) {
    const value = line.slice(2).trim();
    if (line.startsWith("m=")) {
      session.media.push(parseMediaLine(value));
    }
    if (session.media.length > MAX_MEDIA_LINES) {
      throw new SdpError("the description has too many media lines");
    }
    const scope = session.media.at(-1) ?? session;
    if (line.startsWith("c=")) {
      scope.address = parseConnection(value);
    }
    if (line.startsWith("a=")) {
      readAttribute(value, scope, session.media.at(-1));
    }
    if (line.startsWith("a=crypto:")) {
      readCrypto(value, session.media.at(-1));
    }
  }
  return session;
}

function parseMediaLine(value: string): MediaDescription {
  const [kind = "", portText = "", protocol = "", ...formats] = value.split(/\s+/);
  const port = /^([0-9]{1,5})(?:\/[0-9]+)?$/.exec(portText)?.[1];
  if (port === undefined || Number(port) > 65_535 || protocol === "") {
    throw new SdpError("a media line is malformed");
  }
  return {
    kind: kind.toLowerCase(),
    port: Number(port),
    protocol: protocol.toUpperCase(),
    formats: formats.slice(0, 64),
    address: null,
    direction: null,
    rtcp: null,
    encodings: new Map(),
    parameters: new Map(),
    crypto: [],
  };
}

function parseConnection(value: string): string {
  const match = /^IN\s+(?:IP4\s+([0-9.]{7,15})|IP6\s+([0-9A-Fa-f:.]{2,45}))(?:\/[0-9/]+)?$/.exec(
    value,
  );
  const address = match?.[1] ?? match?.[2];
  if (address === undefined) {
    throw new SdpError("a connection line is malformed");
  }
  return address;
}

function readCrypto(value: string, media: MediaDescription | undefined): void {
  const crypto = parseCrypto(value);
  if (crypto !== null && media !== undefined && media.crypto.length < 16) {
    media.crypto.push(crypto);
  }
}

function readAttribute(
  value: string,
  scope: { direction: Direction | null },
  media: MediaDescription | undefined,
): void {
  if (
    value === "sendrecv" ||
    value === "sendonly" ||
    value === "recvonly" ||
    value === "inactive"
  ) {
    scope.direction = value;
  }
  const map = /^rtpmap:\s*([0-9]{1,3})\s+([\w.-]+\/[0-9]+)/i.exec(value);
  if (map !== null && media !== undefined && media.encodings.size < 64) {
    const type = Number(map[1]);
    media.encodings.set(
      type,
      [...(media.encodings.get(type) ?? []), (map[2] ?? "").toUpperCase()].slice(0, 4),
    );
  }
  const rtcp = /^rtcp:\s*([0-9]{1,5})(?:\s+IN\s+IP[46]\s+([0-9A-Fa-f:.]{2,45}))?\s*$/i.exec(value);
  if (rtcp !== null && media !== undefined && Number(rtcp[1]) > 0 && Number(rtcp[1]) < 65_536) {
    const address = rtcp[2] === undefined ? {} : { address: rtcp[2] };
    media.rtcp = { port: Number(rtcp[1]), ...address };
  }
  const parameters = /^fmtp:\s*([0-9]{1,3})\s+(.{1,500})/i.exec(value);
  if (parameters !== null && media !== undefined && media.parameters.size < 64) {
    media.parameters.set(Number(parameters[1]), parameters[2] ?? "");
  }
}
