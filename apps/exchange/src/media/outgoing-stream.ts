import { randomInt } from "node:crypto";
import {
  dtmf,
  eventOfDigit,
  g711,
  rtpHeaderBytes,
  writeRtpHeader,
  writeTelephoneEvent,
  type G711,
  type SenderInfo,
} from "@linedesk/audio";
import type { AudioCodec } from "./media-port.ts";

export const sampleRate = 8000;
export const tickMs = 20;
export const samplesPerTick = (sampleRate * tickMs) / 1000;

/** As many as can be on their way into a socket at once; then a buffer is used again. */
const buffers = 8;
const toneTicks = 8;
const endRepeats = 2;
const gapTicks = 2;
const maxQueuedDigits = 200;
const eventVolume = 10;

export interface OutgoingFormat {
  codec: AudioCodec;
  payloadType: number;
  telephoneEvent: number | null;
}

/** Our stream towards a leg: one packet per tick, its sequence and timestamps without a gap. */
export class OutgoingStream {
  readonly ssrc = randomInt(1, 0xffffffff);
  #format: OutgoingFormat;
  #codec: G711;
  readonly #packets: Buffer[];
  readonly #eventPackets: Buffer[];
  #sequence = randomInt(0x10000);
  #timestamp = randomInt(0xffffffff);
  #isFirst = true;
  #sent = 0;
  #queue: string[] = [];
  #key: { event: number; ticks: number; timestamp: number } | null = null;
  #pauseTicks = 0;
  #inBand: { samples: Int16Array; at: number } | null = null;
  readonly #inBandBlock = new Int16Array(samplesPerTick);

  constructor(format: OutgoingFormat) {
    this.#format = format;
    this.#codec = g711(format.codec);
    this.#packets = Array.from({ length: buffers }, () =>
      Buffer.alloc(rtpHeaderBytes + samplesPerTick),
    );
    this.#eventPackets = Array.from({ length: buffers }, () => Buffer.alloc(rtpHeaderBytes + 4));
  }

  get packets(): number {
    return this.#sent;
  }

  setFormat(format: OutgoingFormat): void {
    this.#format = format;
    this.#codec = g711(format.codec);
  }

  /** Answers false where so many wait already that these are dropped. */
  queueDigits(digits: string): boolean {
    const wanted = Array.from(digits).filter((d) => /[wW]/.test(d) || eventOfDigit(d) !== null);
    if (this.#queue.length + wanted.length > maxQueuedDigits) return false;
    this.#queue.push(...wanted);
    return true;
  }

  /** The packet of this tick; null stands for silence. Valid until eight ticks later. */
  next(samples: Int16Array | null): Buffer {
    const isKey = this.#advanceDigits();
    const packet = isKey ? this.#eventPacket() : this.#audioPacket(samples);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + samplesPerTick) >>> 0;
    this.#sent += 1;
    return packet;
  }

  /** Time passed in which we sent nothing: the timestamps say so, the sequence goes on. */
  skip(ticks: number): void {
    this.#timestamp = (this.#timestamp + ticks * samplesPerTick) >>> 0;
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
      octets: (this.#sent * samplesPerTick) >>> 0,
    };
  }

  #audioPacket(samples: Int16Array | null): Buffer {
    const packet = this.#packets[this.#sent % buffers] ?? Buffer.alloc(0);
    writeRtpHeader(packet, {
      payloadType: this.#format.payloadType,
      marker: this.#isFirst,
      sequence: this.#sequence,
      timestamp: this.#timestamp,
      ssrc: this.ssrc,
    });
    this.#isFirst = false;
    const audio = this.#nextInBand() ?? samples;
    if (audio === null) packet.fill(this.#codec.silence, rtpHeaderBytes);
    else this.#codec.encode(audio, samplesPerTick, packet, rtpHeaderBytes);
    return packet;
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
      this.#inBand = { samples: dtmf(digit, sampleRate), at: 0 };
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
      duration: Math.min(key.ticks, toneTicks) * samplesPerTick,
    });
    return packet;
  }

  /** Where the far end takes no events, the key is heard as its two tones. */
  #nextInBand(): Int16Array | null {
    const inBand = this.#inBand;
    if (inBand === null) return null;
    this.#inBandBlock.fill(0);
    this.#inBandBlock.set(inBand.samples.subarray(inBand.at, inBand.at + samplesPerTick));
    inBand.at += samplesPerTick;
    if (inBand.at >= inBand.samples.length) this.#inBand = null;
    return this.#inBandBlock;
  }
}
