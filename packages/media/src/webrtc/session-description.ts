import { isIP } from "node:net";

import type { StreamFormat } from "../codecs/codec-facts.ts";
import { MediaError } from "../media-error.ts";
import { readBrowserFormats, listPayloadTypes, writeBrowserFormats } from "./browser-formats.ts";

/** The parts of a browser's offer or answer that are used; the rest is ignored. */
export interface RemoteDescription {
  mid: string;
  ufrag: string;
  pwd: string;
  fingerprint: string;
  setup: "active" | "passive" | "actpass";
  /** The formats with known codecs, in the description's order; at least one. */
  formats: StreamFormat[];
  /** The length of a packet: 20 ms, or 10 ms if the browser requests it. */
  packetMs: PacketMs;
  /** UDP candidates with literal addresses, as lines without `a=`. */
  candidates: string[];
}

/** The length of the sound in a packet: the default, and the length for low delay. */
export type PacketMs = 20 | 10;

const MAX_CHARACTERS = 32_768;
const MAX_CANDIDATES = 20;

/** Throws MediaError for a malformed description or one without a usable audio line. */
export function parseSessionDescription(sdp: string): RemoteDescription {
  if (sdp.length > MAX_CHARACTERS) {
    throw new MediaError("description_malformed", "SDP is longer than 32 KB");
  }
  const lines = sdp.split(/\r?\n/);
  const mediaAt = lines.findIndex((line) => line.startsWith("m="));
  const media = lines[mediaAt] ?? "";
  if (!media.startsWith("m=audio ") || lines.some((l, i) => i > mediaAt && l.startsWith("m="))) {
    throw new MediaError(
      "description_unsupported",
      "SDP must have exactly one media line, for audio",
    );
  }
  const formats = readBrowserFormats(lines, media);
  if (formats.length === 0) {
    throw new MediaError("description_unsupported", "SDP offers neither PCMU nor Opus");
  }
  const packetMs = field(lines, "ptime", /^10$/) === null ? 20 : 10;
  return {
    mid: field(lines, "mid", /^[\w.~+-]{1,32}$/) ?? "0",
    ufrag: required(lines, "ice-ufrag", /^[A-Za-z0-9+/]{4,256}$/),
    pwd: required(lines, "ice-pwd", /^[A-Za-z0-9+/]{22,256}$/),
    fingerprint: required(
      lines,
      "fingerprint",
      /^sha-(?:256|384|512) [0-9A-F]{2}(?::[0-9A-F]{2})+$/i,
    ),
    setup: parseSetup(required(lines, "setup", /^(?:active|passive|actpass)$/)),
    formats: packetMs === 10 ? formats.map(withLowDelay) : formats,
    packetMs,
    candidates: parseCandidates(lines),
  };
}

/** A browser that requests short packets gets the low-delay coder. */
function withLowDelay(format: StreamFormat): StreamFormat {
  const { opus } = format;
  return opus === undefined ? format : { ...format, opus: { ...opus, lowDelay: true } };
}

function parseSetup(value: string): RemoteDescription["setup"] {
  if (value === "active" || value === "passive") {
    return value;
  }
  return "actpass";
}

function field(lines: string[], name: string, pattern: RegExp): string | null {
  const prefix = `a=${name}:`;
  const value = lines
    .findLast((line) => line.startsWith(prefix))
    ?.slice(prefix.length)
    .trim();
  return value !== undefined && pattern.test(value) ? value : null;
}

function required(lines: string[], name: string, pattern: RegExp): string {
  const value = field(lines, name, pattern);
  if (value === null) {
    throw new MediaError("description_malformed", `SDP has no valid a=${name}`);
  }
  return value;
}

/** Omits mDNS names, TCP and other forms, because the peer's address is learnt from its packets. */
function parseCandidates(lines: string[]): string[] {
  return lines
    .map((line) => line.trim())
    .filter((line) => {
      const match =
        /^a=candidate:\S+ 1 udp \d{1,10} (\S+) (\d{1,5}) typ (?:host|srflx|prflx|relay)\b/i;
      const found = match.exec(line);
      return found !== null && isIP(found[1] ?? "") !== 0 && Number(found[2]) < 65_536;
    })
    .slice(0, MAX_CANDIDATES)
    .map((line) => line.slice(2, 400));
}

/** One side of the negotiation, for SDP that both libdatachannel and browsers read. */
export interface DescriptionToRender {
  /** A number that rises with every description of one leg (RFC 3264 section 8). */
  version: number;
  mid: string;
  ufrag: string;
  pwd: string;
  fingerprint: string;
  setup: "active" | "passive" | "actpass";
  /** RFC 8839 section 5.3: the browser chooses the path. */
  iceLite?: boolean;
  /** An answer has exactly one format. */
  formats: readonly StreamFormat[];
  packetMs: PacketMs;
  candidates: readonly string[];
  ssrc: number | null;
}

/**
 * Renders only the given formats, because a browser uses comfort noise for its first packet if
 * comfort noise is offered too. The result has no extensions, but all candidates and their end.
 */
export function renderSessionDescription(description: DescriptionToRender): string {
  const { formats } = description;
  const lines = [
    "v=0",
    `o=- 4611731400430051336 ${description.version} IN IP4 127.0.0.1`,
    "s=-",
    "t=0 0",
    ...(description.iceLite === true ? ["a=ice-lite"] : []),
    `a=group:BUNDLE ${description.mid}`,
    "a=msid-semantic: WMS linedesk",
    `m=audio 9 UDP/TLS/RTP/SAVPF ${listPayloadTypes(formats).join(" ")}`,
    "c=IN IP4 0.0.0.0",
    "a=rtcp:9 IN IP4 0.0.0.0",
    `a=ice-ufrag:${description.ufrag}`,
    `a=ice-pwd:${description.pwd}`,
    `a=fingerprint:${description.fingerprint}`,
    `a=setup:${description.setup}`,
    `a=mid:${description.mid}`,
    "a=sendrecv",
    "a=rtcp-mux",
    ...writeBrowserFormats(formats),
    `a=ptime:${description.packetMs}`,
    "a=maxptime:60",
    ...(description.ssrc === null
      ? []
      : [
          "a=msid:linedesk audio",
          `a=ssrc:${description.ssrc} cname:linedesk`,
          `a=ssrc:${description.ssrc} msid:linedesk audio`,
        ]),
    ...description.candidates.map((candidate) => `a=${candidate}`),
    "a=end-of-candidates",
  ];
  return `${lines.join("\r\n")}\r\n`;
}
