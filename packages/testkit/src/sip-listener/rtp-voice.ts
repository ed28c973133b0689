import { randomInt } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";

import {
  toEventCode,
  g711,
  type G711Law,
  isRtcp,
  parseRtp,
  parseTelephoneEvent,
  RTP_HEADER_BYTES,
  TelephoneEventReader,
  toneAmplitude,
  writeRtpHeader,
  writeTelephoneEvent,
} from "@linedesk/audio";
import type { ListenerCodec } from "./listener-codec.ts";
import { type ListenerSound, sampleRate, samplesOf } from "./listener-sound.ts";
import { ReceivedAudio } from "./received-audio.ts";

const packetMs = 20;
const packetSamples = (packetMs * sampleRate) / 1000;
/**
 * The maximum number of late packets that are sent together after the process was blocked. The rest
 * of the gap is skipped.
 */
const maxCatchUpPackets = 10;
const digitPackets = 8;
const digitGapPackets = 4;
const endPackets = 3;
/** The longest payload of a codec beside G.711. */
const maxPayloadBytes = 400;

export interface RtpTarget {
  address: string;
  port: number;
  law: G711Law;
  /** The codec in place of G.711. */
  codec?: ListenerCodec;
  /** The payload type of RFC 4733 digits, or `null` if the far end does not accept them. */
  telephoneEvent: number | null;
}

/** The media of a listener: one UDP port for RTP, with 50 packets a second in each direction. */
export class RtpVoice {
  #socket = this.#newSocket();
  readonly #received = new ReceivedAudio();
  readonly #digits = new TelephoneEventReader();
  readonly #ssrc = randomInt(2 ** 32);
  readonly #pcm = new Int16Array(packetSamples);
  readonly #packet = Buffer.alloc(RTP_HEADER_BYTES + maxPayloadBytes);
  #nextSample: () => number;
  #target: RtpTarget | null = null;
  #timer: NodeJS.Timeout | null = null;
  #startedMs = 0;
  #sent = 0;
  #sequence = randomInt(2 ** 16);
  #timestamp = randomInt(2 ** 31);
  /**
   * The packets of digits that are still to be sent. An `event` of -1 is a packet of the usual
   * sound between digits.
   */
  #waitingPackets: { event: number; age: number; isEnd: boolean }[] = [];
  #digitTimestamp = 0;
  #isClosed = false;
  #telephoneEvent = 101;
  /** Every digit received by RFC 4733, in order. */
  digitsReceived = "";

  constructor(sound: ListenerSound) {
    this.#nextSample = samplesOf(sound);
  }

  get packetsReceived(): number {
    return this.#received.packets;
  }

  /** The number of packets since the sound began or resumed, skipped ones included. */
  get packetsSent(): number {
    return this.#sent;
  }

  open(host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#socket.once("error", reject);
      this.#socket.bind(0, host, () => {
        this.#socket.off("error", reject);
        resolve(this.#socket.address().port);
      });
    });
  }

  /** Moves to another port, and closes the old one. */
  async move(host: string): Promise<number> {
    const before = this.#socket;
    this.#socket = this.#newSocket();
    const port = await this.open(host);
    before.close();
    return port;
  }

  /** Starts to send, or continues to send to another address. */
  speakTo(target: RtpTarget): void {
    this.#target = target;
    this.#received.codec = target.codec ?? null;
    this.#telephoneEvent = target.telephoneEvent ?? this.#telephoneEvent;
    if (this.#timer !== null || this.#isClosed) {
      return;
    }
    this.#startedMs = performance.now();
    this.#sendDue();
  }

  /** Changes the sound that the listener sends. */
  say(sound: ListenerSound): void {
    this.#nextSample = samplesOf(sound);
  }

  /** Stops sending, like a telephone that has lost its network; `speakTo` resumes. */
  fallSilent(): void {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
    }
    this.#timer = null;
    this.#sent = 0;
  }

  receivedAudio(ms: number): Int16Array {
    return this.#received.last(ms);
  }

  toneAmplitude(frequencyHz: number, ms: number): number {
    return toneAmplitude(this.receivedAudio(ms), frequencyHz, sampleRate) / 32_768;
  }

  /** Queues RFC 4733 digits of 160 ms. Returns false for an invalid digit. */
  sendDigits(digits: string): boolean {
    const events = digits.split("").map((digit) => toEventCode(digit));
    if (events.includes(null)) {
      return false;
    }
    for (const event of events) {
      this.#queueDigit(event ?? 0);
    }
    return true;
  }

  get digitsWaiting(): boolean {
    return this.#waitingPackets.length > 0;
  }

  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.fallSilent();
    this.#socket.close();
  }

  #newSocket(): Socket {
    const socket = createSocket({
      type: "udp4",
      // Addresses are never names. Without this option every packet would pass through the
      // resolver.
      lookup: (host, _options, done) => done(null, host, 4),
    });
    socket.on("message", (datagram) => this.#take(datagram));
    // When the far end has closed its port, ICMP reports it. A telephone ignores this.
    socket.on("error", () => undefined);
    return socket;
  }

  #queueDigit(event: number): void {
    for (let age = 1; age <= digitPackets; age += 1) {
      this.#waitingPackets.push({ event, age, isEnd: false });
    }
    for (let again = 0; again < endPackets; again += 1) {
      this.#waitingPackets.push({ event, age: digitPackets, isEnd: true });
    }
    for (let gap = 0; gap < digitGapPackets; gap += 1) {
      this.#waitingPackets.push({ event: -1, age: 0, isEnd: false });
    }
  }

  #sendDue(): void {
    const due = Math.floor((performance.now() - this.#startedMs) / packetMs) + 1;
    if (due - this.#sent > maxCatchUpPackets) {
      this.#skip(due - maxCatchUpPackets - this.#sent);
    }
    while (this.#sent < due) {
      this.#sendOne();
      this.#sent += 1;
      this.#timestamp += this.#stepsPerPacket;
    }
    // The due time of a packet counts from the start of the sound. Timers from packet to packet
    // would add up their delays.
    const dueMs = this.#startedMs + this.#sent * packetMs;
    this.#timer = setTimeout(() => this.#sendDue(), dueMs - performance.now());
  }

  #skip(packets: number): void {
    this.#sent += packets;
    this.#timestamp += packets * this.#stepsPerPacket;
  }

  get #stepsPerPacket(): number {
    return this.#target?.codec?.stepsPerPacket ?? packetSamples;
  }

  #sendOne(): void {
    const target = this.#target;
    if (target === null || this.#isClosed) {
      return;
    }
    const waiting = this.#waitingPackets.shift();
    const length =
      waiting === undefined || waiting.event < 0
        ? this.#fillSound(target)
        : this.#fillDigit(waiting);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    const packet = Buffer.from(this.#packet.subarray(0, RTP_HEADER_BYTES + length));
    this.#socket.send(packet, target.port, target.address, () => undefined);
  }

  #fillSound(target: RtpTarget): number {
    if (target.codec !== undefined) {
      return this.#fillPayload(target.codec);
    }
    for (let i = 0; i < packetSamples; i += 1) {
      this.#pcm[i] = this.#nextSample();
    }
    g711(target.law).encode(this.#pcm, packetSamples, this.#packet, RTP_HEADER_BYTES);
    const payloadType = target.law === "PCMU" ? 0 : 8;
    this.#header(payloadType, this.#timestamp, this.#sent === 0);
    return packetSamples;
  }

  #fillPayload(codec: ListenerCodec): number {
    const payload = codec.nextPayload();
    this.#packet.set(payload, RTP_HEADER_BYTES);
    this.#header(codec.payloadType, this.#timestamp, this.#sent === 0);
    return payload.length;
  }

  #fillDigit(digit: { event: number; age: number; isEnd: boolean }): number {
    const isStart = digit.age === 1 && !digit.isEnd;
    if (isStart) {
      this.#digitTimestamp = this.#timestamp;
    }
    this.#header(this.#telephoneEvent, this.#digitTimestamp, isStart);
    const duration = digit.age * packetSamples;
    const event = { event: digit.event, end: digit.isEnd, volume: 10, duration };
    writeTelephoneEvent(this.#packet, RTP_HEADER_BYTES, event);
    return 4;
  }

  #header(payloadType: number, timestamp: number, marker: boolean): void {
    const ssrc = this.#ssrc;
    const sequence = this.#sequence;
    writeRtpHeader(this.#packet, { payloadType, marker, sequence, timestamp, ssrc });
  }

  #take(datagram: Buffer): void {
    if (datagram.length < RTP_HEADER_BYTES || isRtcp(datagram)) {
      return;
    }
    const type = (datagram[1] ?? 0) & 0x7f;
    if (type !== this.#telephoneEvent) {
      return this.#received.take(datagram);
    }
    const { payloadStart, payloadLength, timestamp, sequence } = parseRtp(datagram);
    if (payloadLength < 4) {
      return;
    }
    const event = parseTelephoneEvent(datagram, payloadStart, payloadLength);
    const packet = { ...event, timestamp, sequence };
    this.digitsReceived += this.#digits.read(packet, performance.now()) ?? "";
  }
}
