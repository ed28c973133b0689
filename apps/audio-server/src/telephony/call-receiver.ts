import { muLaw, type ReceivedAudio, StreamResampler, timestampDistance } from "@linedesk/audio";
import type { Clock } from "@linedesk/base";
import {
  G711Decoder,
  OpusDecoder,
  type OpusLibrary,
  OrderedDecoding,
  type OrderedSound,
} from "@linedesk/media";
import { BLOCK_FRAMES, fromInt16, SAMPLE_RATE } from "../sound/block.ts";
import { Lateness } from "../sound/lateness.ts";
import type { CallPacket } from "./line-stream.ts";

export interface ReceivedSound {
  takeFromCall(samples: Float32Array, lateMs: number): void;
  /** Replaces lost sound as long as concealment is possible. */
  concealLate(frames: number): void;
  setMargin(ms: number): void;
}

const RATES = { opus: SAMPLE_RATE, PCMU: 8000 } as const;
/** The size of 120 ms of PCMU, and of the longest packet of Opus. */
const MAX_PAYLOAD_BYTES = { opus: 1275, PCMU: 960 } as const;
const MAX_CONCEALED_MS = 60;
const MAX_JUMP_MS = 1000;
const BLOCKS_PER_TICK = 2;
const LATER_THAN_ANY_MS = 25;

/**
 * Decodes the packets of a call when they arrive, into the line's queue. It waits for a missing
 * packet until the queue has too little sound, or until the packet is later than the others were.
 * After that, the redundancy in the next packet or the decoder's concealment replaces the missing
 * packet.
 */
export class CallReceiver implements OrderedSound {
  readonly #clock: Clock;
  readonly #opus: OpusLibrary | null;
  readonly #sound: ReceivedSound;
  readonly #lateness = new Lateness();
  #decoder: OpusDecoder | G711Decoder | null = null;
  #ordered: OrderedDecoding | null = null;
  #codec: CallPacket["codec"] | null = null;
  #ssrc: number | null = null;
  #resampler: StreamResampler | null = null;
  #newest = 0;
  #sentMs = 0;
  #end: number | null = null;
  #reserveMs = 0;
  #blocks = 0;
  #isWaitOver = false;
  #concealedBefore = 0;

  constructor(clock: Clock, opus: OpusLibrary | null, sound: ReceivedSound) {
    this.#clock = clock;
    this.#opus = opus;
    this.#sound = sound;
  }

  get concealed(): number {
    return this.#concealedBefore + (this.#ordered?.concealed ?? 0);
  }

  receive(packet: CallPacket): void {
    const { codec, ssrc, sequence, timestamp, payload } = packet;
    if (payload.length === 0 || payload.length > MAX_PAYLOAD_BYTES[codec]) {
      return;
    }
    if (codec !== this.#codec || ssrc !== this.#ssrc) {
      this.#begin(codec, ssrc, timestamp);
    }
    const nowMs = this.#clock.elapsedMs();
    this.#noteTime(timestamp, nowMs);
    const coded = { sequence, timestamp, bytes: payload, from: 0, length: payload.length };
    this.#ordered?.put(coded, this, { nowMs, nextTickMs: nowMs });
    if (this.#isLost(nowMs)) {
      this.endWait();
    }
  }

  tick(): void {
    this.#blocks += 1;
    if (this.#blocks % BLOCKS_PER_TICK === 0) {
      this.#ordered?.prepare(this, BLOCK_FRAMES);
    }
  }

  endWait(): void {
    this.#isWaitOver = true;
    this.#ordered?.prepare(this, BLOCK_FRAMES);
    this.#isWaitOver = false;
  }

  noteConcealed(frames: number): void {
    const steps = Math.round((frames * RATES[this.#codec ?? "opus"]) / SAMPLE_RATE);
    this.#end = this.#end === null ? null : (this.#end + steps) >>> 0;
  }

  close(): void {
    this.#decoder?.close();
    this.#decoder = null;
    this.#ordered = null;
    this.#codec = null;
  }

  put({ samples, length, timestamp }: ReceivedAudio): void {
    const rate = RATES[this.#codec ?? "opus"];
    const lackingMs =
      this.#end === null ? 0 : (timestampDistance(timestamp, this.#end) * 1000) / rate;
    if (lackingMs > 0 && lackingMs <= MAX_CONCEALED_MS) {
      this.#sound.concealLate(Math.round((lackingMs * SAMPLE_RATE) / 1000));
    }
    this.#end = (timestamp + length) >>> 0;
    const decoded = fromInt16(samples.subarray(0, length), new Float32Array(length));
    const lateMs = this.#lateness.lateMs(this.#sentMsOf(timestamp), this.#clock.elapsedMs());
    this.#sound.takeFromCall(this.#resampler?.push(decoded) ?? decoded, lateMs);
  }

  holds(): boolean {
    return !this.#isWaitOver;
  }

  isPast(timestamp: number): boolean {
    return this.#end !== null && timestampDistance(timestamp, this.#end) < 0;
  }

  setReserve(reserveMs: number): void {
    this.#reserveMs = reserveMs;
  }

  #begin(codec: CallPacket["codec"], ssrc: number, timestamp: number): void {
    this.#concealedBefore = this.concealed;
    if (codec !== this.#codec) {
      this.close();
      this.#codec = codec;
      this.#decoder =
        codec === "opus" && this.#opus !== null
          ? new OpusDecoder(this.#opus)
          : new G711Decoder(muLaw);
      const rate = RATES[codec];
      this.#resampler = rate === SAMPLE_RATE ? null : new StreamResampler(rate, SAMPLE_RATE);
    }
    this.#ordered = this.#decoder === null ? null : new OrderedDecoding(this.#decoder);
    this.#ssrc = ssrc;
    this.#end = null;
    this.#newest = timestamp;
    this.#lateness.begin();
  }

  #noteTime(timestamp: number, nowMs: number): void {
    const aheadMs = this.#sentMsOf(timestamp) - this.#sentMs;
    if (Math.abs(aheadMs) > MAX_JUMP_MS) {
      this.#lateness.begin();
      this.#end = null;
    }
    if (aheadMs > 0) {
      this.#sentMs += aheadMs;
      this.#newest = timestamp;
    }
    this.#lateness.note(this.#sentMsOf(timestamp), nowMs);
    this.#sound.setMargin(Math.max(this.#lateness.extraMs, this.#reserveMs));
  }

  #isLost(nowMs: number): boolean {
    const { extraMs } = this.#lateness;
    const nextMs = this.#end === null ? this.#sentMs : this.#sentMsOf(this.#end);
    return this.#lateness.lateMs(nextMs, nowMs) > extraMs + LATER_THAN_ANY_MS;
  }

  #sentMsOf(timestamp: number): number {
    const steps = timestampDistance(timestamp, this.#newest);
    return this.#sentMs + (steps * 1000) / RATES[this.#codec ?? "opus"];
  }
}
