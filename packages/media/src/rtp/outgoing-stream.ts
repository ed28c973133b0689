import { randomInt } from "node:crypto";

import { RTP_HEADER_BYTES, writeRtpHeader, type SenderInfo } from "@linedesk/audio";
import { codecFacts, samplesPerTick, type StreamFormat } from "../codecs/codec-facts.ts";
import type { Codecs } from "../codecs/codecs.ts";
import type { EncodedSource } from "../encoding/encoded-source.ts";
import { LegEncoding } from "../encoding/leg-encoding.ts";
import { RtpDtmfSender, writeDtmfEvent, type DtmfEvent } from "./rtp-dtmf-sender.ts";

/** Packets use this many buffers in turn, because earlier packets may still wait in the socket. */
const BUFFERS = 8;

/** The stream to a leg: one packet per tick, with sequence numbers and timestamps without gaps. */
export class OutgoingStream {
  readonly ssrc = randomInt(1, 0xffffffff);
  readonly dtmf: RtpDtmfSender;
  #format: StreamFormat;
  readonly #codecs: Codecs;
  #encoding: LegEncoding;
  /** The number of steps of the timestamp in each tick. */
  #stepsPerTick: number;
  #packets: Buffer[];
  readonly #eventPackets: Buffer[];
  // A start in the lower half keeps SRTP's rollover count right if packets are lost (RFC 4568 6.4).
  #sequence = randomInt(0x8000);
  #timestamp = randomInt(0xffffffff);
  #isFirst = true;
  #sent = 0;
  #octets = 0;

  constructor(format: StreamFormat, codecs: Codecs) {
    const { sampleRate, clockRate } = codecFacts[format.codec];
    this.#format = format;
    this.#codecs = codecs;
    this.#encoding = new LegEncoding(format, codecs);
    this.#stepsPerTick = samplesPerTick(clockRate);
    this.#packets = packetsFor(format);
    this.dtmf = new RtpDtmfSender(sampleRate);
    this.#eventPackets = Array.from({ length: BUFFERS }, () => Buffer.alloc(RTP_HEADER_BYTES + 4));
  }

  get packets(): number {
    return this.#sent;
  }

  setFormat(format: StreamFormat): void {
    const before = this.#format;
    this.#format = format;
    const isSame = format.codec === before.codec && isSameOpus(format.opus, before.opus);
    if (isSame) {
      return;
    }
    const { sampleRate, clockRate } = codecFacts[format.codec];
    this.#encoding.close();
    this.#encoding = new LegEncoding(format, this.#codecs);
    this.#stepsPerTick = samplesPerTick(clockRate);
    this.#packets = packetsFor(format);
    this.dtmf.setSampleRate(sampleRate);
    this.#isFirst = true;
  }

  /** Sets the loss of our packets that the far end reports. */
  expectLoss(share: number): void {
    this.#encoding.expectLoss(share);
  }

  close(): void {
    this.#encoding.close();
  }

  /**
   * Returns the packet of this tick, which is valid for eight ticks. With `null` the packet is
   * silent.
   */
  next(sound: Int16Array | EncodedSource | null): Buffer {
    const dtmfEvent = this.dtmf.advance(this.#timestamp, this.#format.telephoneEvent !== null);
    const packet = dtmfEvent === null ? this.#audioPacket(sound) : this.#eventPacket(dtmfEvent);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + this.#stepsPerTick) >>> 0;
    this.#sent += 1;
    return packet;
  }

  /** Skips ticks in which nothing was sent: timestamps advance, and sequence numbers do not. */
  skip(ticks: number): void {
    this.#timestamp = (this.#timestamp + ticks * this.#stepsPerTick) >>> 0;
    this.#isFirst = true;
  }

  senderInfo(wallMs: number): SenderInfo | null {
    if (this.#sent === 0) {
      return null;
    }
    const seconds = wallMs / 1000 + 2_208_988_800;
    return {
      ntpSeconds: Math.floor(seconds) >>> 0,
      ntpFraction: Math.floor((seconds % 1) * 0x100000000) >>> 0,
      rtpTimestamp: this.#timestamp,
      packets: this.#sent,
      octets: this.#octets >>> 0,
    };
  }

  #audioPacket(sound: Int16Array | EncodedSource | null): Buffer {
    const packet = this.#packets[this.#sent % BUFFERS] ?? Buffer.alloc(0);
    writeRtpHeader(packet, {
      payloadType: this.#format.payloadType,
      marker: this.#isFirst,
      sequence: this.#sequence,
      timestamp: this.#timestamp,
      ssrc: this.ssrc,
    });
    this.#isFirst = false;
    const samples = this.dtmf.nextTones() ?? sound;
    const payload = this.#encoding.encode(samples, packet, RTP_HEADER_BYTES);
    this.#octets += payload;
    const length = RTP_HEADER_BYTES + payload;
    return length === packet.length ? packet : packet.subarray(0, length);
  }

  #eventPacket(dtmfEvent: DtmfEvent): Buffer {
    const packet = this.#eventPackets[this.#sent % BUFFERS] ?? Buffer.alloc(0);
    writeRtpHeader(packet, {
      payloadType: this.#format.telephoneEvent ?? 0,
      marker: dtmfEvent.ticks === 1,
      sequence: this.#sequence,
      timestamp: dtmfEvent.timestamp,
      ssrc: this.ssrc,
    });
    const { eventClockRate } = this.#format;
    const steps =
      eventClockRate === undefined ? this.#stepsPerTick : samplesPerTick(eventClockRate);
    writeDtmfEvent(packet, RTP_HEADER_BYTES, dtmfEvent, steps);
    return packet;
  }
}

function isSameOpus(a: StreamFormat["opus"], b: StreamFormat["opus"]): boolean {
  return (
    a?.maxAverageBitrate === b?.maxAverageBitrate &&
    a?.inBandFec === b?.inBandFec &&
    a?.lowDelay === b?.lowDelay
  );
}

function packetsFor(format: StreamFormat): Buffer[] {
  const bytes = RTP_HEADER_BYTES + codecFacts[format.codec].maxTickBytes;
  return Array.from({ length: BUFFERS }, () => Buffer.alloc(bytes));
}
