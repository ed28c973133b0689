import { randomInt } from "node:crypto";
import {
  dtmf,
  eventOfDigit,
  rtpHeaderBytes,
  writeRtpHeader,
  writeTelephoneEvent,
  type SenderInfo,
} from "@linedesk/audio";
import { codecFacts, samplesPerTick, type StreamFormat } from "../codecs/audio-codec.ts";
import type { Codecs } from "../codecs/codecs.ts";
import type { EncodedSource } from "../sharing/encoded-source.ts";
import { LegEncoding } from "../sharing/leg-encoding.ts";
import { tickMs } from "../tick.ts";

/** As many as can be on their way into a socket at once; then a buffer is used again. */
const buffers = 8;
const toneTicks = 8;
const endRepeats = 2;
const gapTicks = 2;
const maxQueuedDigits = 200;
const eventVolume = 10;

/** Our stream towards a leg: one packet per tick, its sequence and timestamps without a gap. */
export class OutgoingStream {
  readonly ssrc = randomInt(1, 0xffffffff);
  #format: StreamFormat;
  readonly #codecs: Codecs;
  #encoding: LegEncoding;
  #sampleRate: number;
  /** Steps of the timestamp in each tick. */
  #stepsPerTick: number;
  #packets: Buffer[];
  readonly #eventPackets: Buffer[];
  // From the lower half, so that a lost first wrap cannot make SRTP count it wrong (RFC 4568 6.4).
  #sequence = randomInt(0x8000);
  #timestamp = randomInt(0xffffffff);
  #isFirst = true;
  #sent = 0;
  #queue: string[] = [];
  #key: { event: number; ticks: number; timestamp: number } | null = null;
  #pauseTicks = 0;
  #octets = 0;
  #inBand: { samples: Int16Array; at: number } | null = null;
  #inBandBlock: Int16Array;

  constructor(format: StreamFormat, codecs: Codecs) {
    const { sampleRate, clockRate } = codecFacts[format.codec];
    this.#format = format;
    this.#codecs = codecs;
    this.#encoding = new LegEncoding(format, codecs);
    this.#sampleRate = sampleRate;
    this.#stepsPerTick = samplesPerTick(clockRate);
    this.#packets = packetsFor(format);
    this.#inBandBlock = new Int16Array(samplesPerTick(sampleRate));
    this.#eventPackets = Array.from({ length: buffers }, () => Buffer.alloc(rtpHeaderBytes + 4));
  }

  get packets(): number {
    return this.#sent;
  }

  setFormat(format: StreamFormat): void {
    const before = this.#format;
    this.#format = format;
    const isSame = format.codec === before.codec && isSameWish(format.opus, before.opus);
    if (isSame) return;
    const { sampleRate, clockRate } = codecFacts[format.codec];
    this.#encoding.close();
    this.#encoding = new LegEncoding(format, this.#codecs);
    this.#sampleRate = sampleRate;
    this.#stepsPerTick = samplesPerTick(clockRate);
    this.#packets = packetsFor(format);
    this.#inBandBlock = new Int16Array(samplesPerTick(sampleRate));
    this.#inBand = null;
    this.#isFirst = true;
  }

  /** What the far end's reports say of our packets. */
  expectLoss(share: number): void {
    this.#encoding.expectLoss(share);
  }

  close(): void {
    this.#encoding.close();
  }

  /** Answers false where so many wait already that these are dropped. */
  queueDigits(digits: string): boolean {
    const wanted = Array.from(digits).filter((d) => /[wW]/.test(d) || eventOfDigit(d) !== null);
    if (this.#queue.length + wanted.length > maxQueuedDigits) return false;
    this.#queue.push(...wanted);
    return true;
  }

  /** The packet of this tick; null stands for silence. Valid until eight ticks later. */
  next(sound: Int16Array | EncodedSource | null): Buffer {
    const isKey = this.#advanceDigits();
    const packet = isKey ? this.#eventPacket() : this.#audioPacket(sound);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + this.#stepsPerTick) >>> 0;
    this.#sent += 1;
    return packet;
  }

  /** Time passed in which we sent nothing: the timestamps say so, the sequence goes on. */
  skip(ticks: number): void {
    this.#timestamp = (this.#timestamp + ticks * this.#stepsPerTick) >>> 0;
    this.#isFirst = true;
  }

  senderInfo(wallMs: number): SenderInfo | null {
    if (this.#sent === 0) return null;
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
    const packet = this.#packets[this.#sent % buffers] ?? Buffer.alloc(0);
    writeRtpHeader(packet, {
      payloadType: this.#format.payloadType,
      marker: this.#isFirst,
      sequence: this.#sequence,
      timestamp: this.#timestamp,
      ssrc: this.ssrc,
    });
    this.#isFirst = false;
    const heard = this.#nextInBand() ?? sound;
    const payload = this.#encoding.encode(heard, packet, rtpHeaderBytes);
    this.#octets += payload;
    const length = rtpHeaderBytes + payload;
    return length === packet.length ? packet : packet.subarray(0, length);
  }

  /** True where this tick belongs to a key (RFC 4733 section 2.5.1). */
  #advanceDigits(): boolean {
    if (this.#pauseTicks > 0) {
      this.#pauseTicks -= 1;
      return false;
    }
    if (this.#key !== null) {
      this.#key.ticks += 1;
      if (this.#key.ticks <= toneTicks + endRepeats) return true;
      this.#key = null;
      this.#pauseTicks = gapTicks - 1;
      return false;
    }
    if (this.#inBand !== null) return false;
    const digit = this.#queue.shift();
    return digit !== undefined && this.#begin(digit);
  }

  #begin(digit: string): boolean {
    if (digit === "w" || digit === "W") {
      this.#pauseTicks = (digit === "w" ? 500 : 1000) / tickMs - 1;
      return false;
    }
    const event = eventOfDigit(digit);
    if (event === null) return false;
    if (this.#format.telephoneEvent === null) {
      this.#inBand = { samples: dtmf(digit, this.#sampleRate), at: 0 };
      return false;
    }
    this.#key = { event, ticks: 1, timestamp: this.#timestamp };
    return true;
  }

  #eventPacket(): Buffer {
    const packet = this.#eventPackets[this.#sent % buffers] ?? Buffer.alloc(0);
    const key = this.#key;
    if (key === null) return packet;
    writeRtpHeader(packet, {
      payloadType: this.#format.telephoneEvent ?? 0,
      marker: key.ticks === 1,
      sequence: this.#sequence,
      timestamp: key.timestamp,
      ssrc: this.ssrc,
    });
    writeTelephoneEvent(packet, rtpHeaderBytes, {
      event: key.event,
      end: key.ticks >= toneTicks,
      volume: eventVolume,
      duration: Math.min(key.ticks, toneTicks) * this.#stepsPerTick,
    });
    return packet;
  }

  /** Where the far end takes no events, the key is heard as its two tones. */
  #nextInBand(): Int16Array | null {
    const inBand = this.#inBand;
    if (inBand === null) return null;
    const block = this.#inBandBlock;
    block.fill(0);
    block.set(inBand.samples.subarray(inBand.at, inBand.at + block.length));
    inBand.at += block.length;
    if (inBand.at >= inBand.samples.length) this.#inBand = null;
    return block;
  }
}

function isSameWish(a: StreamFormat["opus"], b: StreamFormat["opus"]): boolean {
  return a?.maxAverageBitrate === b?.maxAverageBitrate && a?.inBandFec === b?.inBandFec;
}

function packetsFor(format: StreamFormat): Buffer[] {
  const bytes = rtpHeaderBytes + codecFacts[format.codec].maxTickBytes;
  return Array.from({ length: buffers }, () => Buffer.alloc(bytes));
}
