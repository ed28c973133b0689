import { AudioFormatError } from "../audio-format-error.ts";

/** The header length of our packets: RFC 3550 section 5.1 without options. */
export const RTP_HEADER_BYTES = 12;

/** One RTP packet as offsets into its bytes. The media loop reuses one object. */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  payloadStart: number;
  payloadLength: number;
}

export function emptyRtpPacket(): RtpPacket {
  return {
    payloadType: 0,
    marker: false,
    sequence: 0,
    timestamp: 0,
    ssrc: 0,
    payloadStart: 0,
    payloadLength: 0,
  };
}

/**
 * Reads an RTP packet (RFC 3550) without allocating, and skips contributing sources, header
 * extension and padding. Returns false for invalid bytes; the content of `into` is then not valid.
 */
export function readRtp(bytes: Uint8Array, into: RtpPacket): boolean {
  const first = bytes[0] ?? 0;
  if (bytes.length < RTP_HEADER_BYTES || first >> 6 !== 2) {
    return false;
  }
  let start = RTP_HEADER_BYTES + (first & 0x0f) * 4;
  if (first & 0x10) {
    if (bytes.length < start + 4) {
      return false;
    }
    start += 4 + uint16(bytes, start + 2) * 4;
  }
  let end = bytes.length;
  if (first & 0x20) {
    const padding = bytes[end - 1] ?? 0;
    if (padding === 0) {
      return false;
    }
    end -= padding;
  }
  if (start > end) {
    return false;
  }
  const second = bytes[1] ?? 0;
  into.payloadType = second & 0x7f;
  into.marker = second > 0x7f;
  into.sequence = uint16(bytes, 2);
  into.timestamp = uint32(bytes, 4);
  into.ssrc = uint32(bytes, 8);
  into.payloadStart = start;
  into.payloadLength = end - start;
  return true;
}

/** Reads a packet into a new object. Throws AudioFormatError for invalid bytes. */
export function parseRtp(bytes: Uint8Array): RtpPacket {
  const packet = emptyRtpPacket();
  if (readRtp(bytes, packet)) {
    return packet;
  }
  throw new AudioFormatError("rtp_malformed", "The bytes are not an RTP packet");
}

export type RtpHeader = Omit<RtpPacket, "payloadStart" | "payloadLength">;

/** Writes the 12 byte header at 0; the payload follows it. */
export function writeRtpHeader(bytes: Uint8Array, header: RtpHeader): void {
  bytes[0] = 0x80;
  bytes[1] = (header.payloadType & 0x7f) | (header.marker ? 0x80 : 0);
  bytes[2] = header.sequence >>> 8;
  bytes[3] = header.sequence;
  writeUint32(bytes, 4, header.timestamp);
  writeUint32(bytes, 8, header.ssrc);
}

/**
 * Returns true for RTCP, which shares the socket with RTP if it is multiplexed (RFC 5761 section 4:
 * types 64..95 of 7 bits).
 */
export function isRtcp(bytes: Uint8Array): boolean {
  const type = (bytes[1] ?? 0) & 0x7f;
  return bytes.length >= 8 && (bytes[0] ?? 0) >> 6 === 2 && type >= 64 && type <= 95;
}

/** Returns the signed distance from `b` to `a` in 16 bit sequence space. */
export function sequenceDistance(a: number, b: number): number {
  return ((a - b) << 16) >> 16;
}

/** Returns the signed distance from `b` to `a` in 32 bit timestamp space. */
export function timestampDistance(a: number, b: number): number {
  return (a - b) | 0;
}

export function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

export function uint32(bytes: Uint8Array, at: number): number {
  return ((uint16(bytes, at) << 16) | uint16(bytes, at + 2)) >>> 0;
}

export function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}
