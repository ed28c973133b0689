import {
  emptyRtpPacket,
  JitterBuffer,
  parseTelephoneEvent,
  readRtp,
  Reception,
  TelephoneEventReader,
  type RtpPacket,
} from "@linedesk/audio";
import {
  codecFacts,
  samplesPerTick,
  type AudioDecoder,
  type StreamFormat,
} from "../codecs/codec-facts.ts";
import type { Codecs } from "../codecs/codecs.ts";
import { PHASE_MS, PHASES } from "../tick.ts";
import { ArrivalPhase, type PacketWait } from "./arrival-phase.ts";
import { DecodingShare } from "./decoding-share.ts";
import { OrderedDecoding } from "./ordered-decoding.ts";
import { type PacketKind, PacketKinds } from "./packet-kinds.ts";
import type { PacketTime } from "./packet-time.ts";
import { UnheardStream } from "./unheard-stream.ts";

/** More packets in one tick are a flood, and the rest is dropped without being read. */
const MAX_PACKETS_PER_TICK = 50;
const MAX_PAYLOAD = 1600;
/** After this many consecutive packets, a new source replaces the stream. */
const PROBATION = 3;

/**
 * The stream from a leg. It receives RTP, and returns digits, and one block of samples for each
 * tick.
 */
export class IncomingStream {
  readonly reception: Reception;
  readonly #packet: RtpPacket = emptyRtpPacket();
  readonly #decoded = new Int16Array(MAX_PAYLOAD);
  #format: StreamFormat;
  readonly #codecs: Codecs;
  #decoder: AudioDecoder;
  #ordered: OrderedDecoding | null;
  /** Decodes the other G.711 law; both laws are stateless. */
  #otherLaw: AudioDecoder;
  #sampleRate: number;
  /** The number of samples for each step of the timestamp. */
  #perStep: number;
  #block: Int16Array;
  #jitter: JitterBuffer;
  #arrivals = new ArrivalPhase();
  #kinds: PacketKinds;
  readonly #events = new TelephoneEventReader();
  /** Some gateways send their events with an SSRC of their own. */
  #eventSsrc: number | null = null;
  #ssrc: number | null = null;
  #candidate = { ssrc: 0, count: 0 };
  #packetsThisTick = 0;
  readonly #unheard = new UnheardStream();
  #isSampled = false;
  /** Is true while the stream must decode every packet, even without listeners. */
  isInDoubt = false;
  readonly #share = new DecodingShare();
  #dropped = 0;

  constructor(format: StreamFormat, codecs: Codecs) {
    const { sampleRate, clockRate } = codecFacts[format.codec];
    this.#format = format;
    this.#kinds = new PacketKinds(format);
    this.#codecs = codecs;
    this.#decoder = codecs.openDecoder(format.codec);
    this.#ordered = this.#decoder.isStateful ? new OrderedDecoding(this.#decoder) : null;
    this.#otherLaw = codecs.openDecoder(format.codec === "PCMU" ? "PCMA" : "PCMU");
    this.#sampleRate = sampleRate;
    this.#perStep = sampleRate / clockRate;
    this.#block = new Int16Array(samplesPerTick(sampleRate));
    this.#jitter = new JitterBuffer(sampleRate);
    this.reception = new Reception(clockRate);
  }

  get sampleRate(): number {
    return this.#sampleRate;
  }

  get block(): Int16Array {
    return this.#block;
  }

  /** The number of packets that were malformed, unexpected or too many. */
  get dropped(): number {
    return this.#dropped;
  }

  get bufferMs(): number {
    return this.#jitter.depthMs;
  }

  /**
   * A codec with another rate starts with an empty buffer, because the waiting sound cannot be
   * played.
   */
  setFormat(format: StreamFormat): void {
    const before = this.#format;
    this.#format = format;
    this.#kinds = new PacketKinds(format);
    if (format.codec === before.codec) {
      return;
    }
    const { sampleRate, clockRate } = codecFacts[format.codec];
    this.#decoder.close();
    this.#decoder = this.#codecs.openDecoder(format.codec);
    this.#ordered = this.#decoder.isStateful ? new OrderedDecoding(this.#decoder) : null;
    this.#otherLaw.close();
    this.#otherLaw = this.#codecs.openDecoder(format.codec === "PCMU" ? "PCMA" : "PCMU");
    this.#perStep = sampleRate / clockRate;
    this.reception.setClockRate(clockRate);
    this.#unheard.reset();
    this.#arrivals = new ArrivalPhase();
    if (sampleRate === this.#sampleRate) {
      return;
    }
    this.#sampleRate = sampleRate;
    this.#block = new Int16Array(samplesPerTick(sampleRate));
    this.#jitter = new JitterBuffer(sampleRate);
  }

  close(): void {
    this.#decoder.close();
    this.#otherLaw.close();
  }

  isExpected(bytes: Uint8Array): boolean {
    return readRtp(bytes, this.#packet) && this.#isAudio(this.#kinds.of(this.#packet));
  }

  /** Returns true for comfort noise of the stream: the far end is connected, but sends no sound. */
  isComfort(bytes: Uint8Array): boolean {
    return (
      readRtp(bytes, this.#packet) &&
      this.#kinds.of(this.#packet) === "comfort" &&
      this.#packet.ssrc === this.#ssrc
    );
  }

  /**
   * Returns `null` for a dropped packet, otherwise the digits that it completed; in most cases
   * none.
   */
  receive(bytes: Uint8Array, moment: PacketTime): string | null {
    this.#packetsThisTick += 1;
    const packet = this.#packet;
    const isTooMany = this.#packetsThisTick > MAX_PACKETS_PER_TICK;
    if (isTooMany || !readRtp(bytes, packet)) {
      this.#dropped += 1;
      return null;
    }
    const kind = this.#kinds.of(packet);
    if (kind === "event") {
      return this.#readEvent(bytes, moment.nowMs);
    }
    if (!this.#isAudio(kind) || !this.#isOurSource(packet.ssrc)) {
      this.#dropped += 1;
      return null;
    }
    this.reception.count(packet, moment.nowMs);
    this.#buffer(bytes, moment, kind === "otherLaw");
    return "";
  }

  /**
   * With `true` the stream has no listeners, and decodes only some packets, to measure the level.
   */
  setSampled(isSampled: boolean): void {
    if (isSampled === this.#isSampled) {
      return;
    }
    this.#isSampled = isSampled;
    this.#jitter.reset();
    this.#ordered?.reset();
    if (!isSampled) {
      this.#unheard.primeDecoder(this.#decoder);
    }
  }

  /**
   * Advances by one tick. `heard` means that the block contains sound for listeners. `unread` means
   * that the block was not decoded, because the leg has no listeners.
   */
  advance(): "heard" | "silent" | "unread" {
    this.#packetsThisTick = 0;
    this.#share.refill();
    const block = this.#block;
    if (this.#isSampled) {
      return this.#unheard.read(block) ? "silent" : "unread";
    }
    this.#ordered?.prepare(this.#jitter, block.length);
    const real = this.#jitter.pop(block, block.length);
    return real > 0 || block[0] !== 0 || block[block.length - 1] !== 0 ? "heard" : "silent";
  }

  /** Returns the wait of its packets at each phase, for ticks that are counted from `startMs`. */
  readWait(startMs: number): PacketWait {
    const waits = Array.from({ length: PHASES }, (_, phase) =>
      this.#arrivals.waitMs(startMs + phase * PHASE_MS),
    );
    const waitsMs = waits.filter((waitMs) => waitMs !== null);
    return {
      waitsMs: waitsMs.length === PHASES ? waitsMs : null,
      slackMs: this.#isSampled ? null : this.#jitter.slackMs,
    };
  }

  /** Delays all later blocks by `byMs`, and drops `excessMs` or all of the waiting sound. */
  delayPops(byMs: number, excessMs: number | "all"): void {
    if (excessMs === "all") {
      this.#jitter.reset();
    } else {
      this.#jitter.delayPops(byMs, excessMs);
    }
  }

  /** Returns a digit whose end was lost, once it has timed out. */
  expireDigit(nowMs: number): string | null {
    return this.#events.expire(nowMs);
  }

  #isAudio(kind: PacketKind): boolean {
    const { payloadLength } = this.#packet;
    return (
      (kind === "audio" || kind === "otherLaw") && payloadLength > 0 && payloadLength <= MAX_PAYLOAD
    );
  }

  #isOurSource(ssrc: number): boolean {
    if (ssrc === this.#ssrc) {
      this.#candidate.count = 0;
      return true;
    }
    if (ssrc === this.#candidate.ssrc) {
      this.#candidate.count += 1;
    } else {
      this.#candidate = { ssrc, count: 1 };
    }
    if (this.#ssrc !== null && this.#candidate.count < PROBATION) {
      return false;
    }
    this.#ssrc = ssrc;
    this.#jitter.reset();
    this.#arrivals = new ArrivalPhase();
    this.#ordered?.reset();
    this.#unheard.reset();
    return true;
  }

  #buffer(bytes: Uint8Array, moment: PacketTime, isOther: boolean): void {
    const { payloadStart, payloadLength, sequence, timestamp } = this.#packet;
    const durationMs = this.#decoder.durationMs(bytes, payloadStart, payloadLength);
    if (!this.#share.take(durationMs)) {
      this.#dropped += 1;
      return;
    }
    const stepsPerMs = codecFacts[this.#format.codec].clockRate / 1000;
    this.#arrivals.note(timestamp / stepsPerMs, durationMs, moment.nowMs);
    const decoder = isOther ? this.#otherLaw : this.#decoder;
    if (this.#isSampled) {
      const packet = { bytes, from: payloadStart, length: payloadLength };
      return this.#unheard.put(packet, decoder, this.isInDoubt);
    }
    const inSamples = (timestamp * this.#perStep) >>> 0;
    if (this.#ordered !== null) {
      const packet = { sequence, timestamp: inSamples, bytes, from: payloadStart };
      this.#ordered.put({ ...packet, length: payloadLength }, this.#jitter, moment);
      return;
    }
    const length = decoder.decode(bytes, payloadStart, payloadLength, this.#decoded);
    this.#jitter.put({
      sequence,
      timestamp: inSamples,
      samples: this.#decoded,
      length,
      nowMs: moment.nowMs,
      nextPopMs: moment.nextTickMs,
    });
  }

  #readEvent(bytes: Uint8Array, nowMs: number): string {
    const { payloadStart, payloadLength, timestamp, sequence, ssrc } = this.#packet;
    if (ssrc === this.#ssrc) {
      this.#candidate.count = 0;
      this.reception.count(this.#packet, nowMs);
    }
    const before = ssrc === this.#eventSsrc ? null : this.#events.restart();
    this.#eventSsrc = ssrc;
    const event = parseTelephoneEvent(bytes, payloadStart, payloadLength);
    const digits = this.#events.read({ ...event, timestamp, sequence }, nowMs) ?? "";
    return before === null ? digits : before + digits;
  }
}
