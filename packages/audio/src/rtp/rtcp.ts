import { AudioFormatError } from "../audio-format-error.ts";
import { uint16, uint32, writeUint32 } from "./rtp.ts";

/** One side's report on one received stream (RFC 3550 section 6.4.1). */
export interface ReportBlock {
  ssrc: number;
  fractionLost: number;
  cumulativeLost: number;
  highestSequence: number;
  jitter: number;
  /** The middle 32 bits of the NTP time of the last sender report; 0 without one. */
  lastSenderReport: number;
  /** The time since that report arrived, in 1/65536 s. */
  delaySinceLast: number;
}

/** The sender information of a sender report (RFC 3550 section 6.4.1). */
export interface SenderInfo {
  /** NTP time: seconds since 1900, and the fraction. */
  ntpSeconds: number;
  ntpFraction: number;
  rtpTimestamp: number;
  packets: number;
  octets: number;
}

/** One sender report, receiver report or BYE (RFC 3550 sections 6.4 and 6.6). */
export type RtcpReport =
  | { type: "sender"; ssrc: number; sender: SenderInfo; blocks: ReportBlock[] }
  | { type: "receiver"; ssrc: number; blocks: ReportBlock[] }
  | { type: "bye"; ssrcs: number[] };

const SENDER_TYPE = 200;
const RECEIVER_TYPE = 201;
const DESCRIPTION_TYPE = 202;
const BYE_TYPE = 203;
const BLOCK_BYTES = 24;

/**
 * Parses a compound RTCP packet, and skips types other than SR, RR and BYE. Throws AudioFormatError
 * for an invalid length.
 */
export function parseRtcp(bytes: Uint8Array): RtcpReport[] {
  const reports: RtcpReport[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < 4 || (bytes[at] ?? 0) >> 6 !== 2) {
      throw malformed();
    }
    const end = at + 4 + uint16(bytes, at + 2) * 4;
    if (end > bytes.length) {
      throw malformed();
    }
    const report = parseReport(bytes.subarray(at, end));
    if (report !== null) {
      reports.push(report);
    }
    at = end;
  }
  if (at === 0) {
    throw malformed();
  }
  return reports;
}

function parseReport(packet: Uint8Array): RtcpReport | null {
  const count = (packet[0] ?? 0) & 0x1f;
  switch (packet[1] ?? 0) {
    case SENDER_TYPE:
      if (packet.length < 28) {
        throw malformed();
      }
      return {
        type: "sender",
        ssrc: uint32(packet, 4),
        sender: senderInfo(packet),
        blocks: reportBlocks(packet, 28, count),
      };
    case RECEIVER_TYPE:
      if (packet.length < 8) {
        throw malformed();
      }
      return { type: "receiver", ssrc: uint32(packet, 4), blocks: reportBlocks(packet, 8, count) };
    case BYE_TYPE:
      if (packet.length < 4 + count * 4) {
        throw malformed();
      }
      return {
        type: "bye",
        ssrcs: Array.from({ length: count }, (_, i) => uint32(packet, 4 + i * 4)),
      };
    default:
      return null;
  }
}

function senderInfo(packet: Uint8Array): SenderInfo {
  return {
    ntpSeconds: uint32(packet, 8),
    ntpFraction: uint32(packet, 12),
    rtpTimestamp: uint32(packet, 16),
    packets: uint32(packet, 20),
    octets: uint32(packet, 24),
  };
}

function reportBlocks(packet: Uint8Array, from: number, count: number): ReportBlock[] {
  if (packet.length < from + count * BLOCK_BYTES) {
    throw malformed();
  }
  return Array.from({ length: count }, (_, i) => {
    const at = from + i * BLOCK_BYTES;
    return {
      ssrc: uint32(packet, at),
      fractionLost: packet[at + 4] ?? 0,
      // A signed value of 24 bits: duplicates can make it negative.
      cumulativeLost: (uint32(packet, at + 4) << 8) >> 8,
      highestSequence: uint32(packet, at + 8),
      jitter: uint32(packet, at + 12),
      lastSenderReport: uint32(packet, at + 16),
      delaySinceLast: uint32(packet, at + 20),
    };
  });
}

/** A compound packet to write: a report and the source description with its CNAME. */
export interface RtcpToSend {
  ssrc: number;
  cname: string;
  sender: SenderInfo | null;
  blocks: readonly ReportBlock[];
  bye: boolean;
}

/**
 * Builds a compound packet: SR (or RR if nothing was sent), SDES with CNAME, and BYE if `bye` is
 * set.
 */
export function buildRtcp(report: RtcpToSend): Uint8Array {
  const cname = new TextEncoder().encode(report.cname).subarray(0, 255);
  const reportBytes = (report.sender ? 28 : 8) + report.blocks.length * BLOCK_BYTES;
  const descriptionBytes = 8 + Math.ceil((2 + cname.length + 1) / 4) * 4;
  const bytes = new Uint8Array(reportBytes + descriptionBytes + (report.bye ? 8 : 0));
  const type = report.sender ? SENDER_TYPE : RECEIVER_TYPE;
  head(bytes, 0, { count: report.blocks.length, type, size: reportBytes });
  writeUint32(bytes, 4, report.ssrc);
  if (report.sender) {
    writeSender(bytes, report.sender);
  }
  report.blocks.forEach((block, i) =>
    writeBlock(bytes, reportBytes - (report.blocks.length - i) * BLOCK_BYTES, block),
  );
  head(bytes, reportBytes, { count: 1, type: DESCRIPTION_TYPE, size: descriptionBytes });
  writeUint32(bytes, reportBytes + 4, report.ssrc);
  bytes[reportBytes + 8] = 1;
  bytes[reportBytes + 9] = cname.length;
  bytes.set(cname, reportBytes + 10);
  if (report.bye) {
    head(bytes, bytes.length - 8, { count: 1, type: BYE_TYPE, size: 8 });
    writeUint32(bytes, bytes.length - 4, report.ssrc);
  }
  return bytes;
}

function head(
  bytes: Uint8Array,
  at: number,
  packet: { count: number; type: number; size: number },
): void {
  writeUint32(bytes, at, (0x80000000 | (packet.count << 24) | (packet.type << 16)) >>> 0);
  bytes[at + 2] = (packet.size / 4 - 1) >>> 8;
  bytes[at + 3] = packet.size / 4 - 1;
}

function writeSender(bytes: Uint8Array, sender: SenderInfo): void {
  writeUint32(bytes, 8, sender.ntpSeconds);
  writeUint32(bytes, 12, sender.ntpFraction);
  writeUint32(bytes, 16, sender.rtpTimestamp);
  writeUint32(bytes, 20, sender.packets);
  writeUint32(bytes, 24, sender.octets);
}

function writeBlock(bytes: Uint8Array, at: number, block: ReportBlock): void {
  writeUint32(bytes, at, block.ssrc);
  writeUint32(bytes, at + 4, block.cumulativeLost & 0xffffff);
  bytes[at + 4] = block.fractionLost;
  writeUint32(bytes, at + 8, block.highestSequence);
  writeUint32(bytes, at + 12, block.jitter);
  writeUint32(bytes, at + 16, block.lastSenderReport);
  writeUint32(bytes, at + 20, block.delaySinceLast);
}

function malformed(): AudioFormatError {
  return new AudioFormatError("rtcp_malformed", "The bytes are not an RTCP packet");
}
