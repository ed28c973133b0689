import { sequenceDistance, type JitterBuffer } from "@linedesk/audio";
import type { AudioDecoder } from "../codecs/codec-facts.ts";
import type { PacketTime } from "./packet-time.ts";

/** A packet of a codec with state. */
export interface CodedPacket {
  sequence: number;
  timestamp: number;
  bytes: Uint8Array;
  from: number;
  length: number;
}

/** The target for the sound of ordered packets. */
export type OrderedSound = Pick<JitterBuffer, "put" | "holds" | "isPast" | "setReserve">;

interface Held {
  sequence: number;
  timestamp: number;
  payload: Uint8Array;
  moment: PacketTime;
}

/** At most this many packets wait for a missing packet, which then counts as lost. */
const MAX_HELD = 10;
/** A larger gap means another stream and not loss. */
const MAX_GAP = 50;
/** The decoder conceals at most this many lost packets; the buffer fades the rest. */
const MAX_CONCEALED = 3;
/** After two losses within five seconds, the buffer keeps one more packet for ten seconds. */
const LOSSY_TICKS = 250;
const RESERVE_TICKS = 500;
const RESERVE_MS = 22;
/** The samples of one packet, at the highest rate. */
const MAX_SAMPLES = 5760;

/**
 * Gives a stateful decoder its packets in order. It waits for a missing packet until the packet
 * must be played. Then forward error correction in the next packet, or concealment, replaces the
 * missing packet, so that the decoder's state follows the sender's encoder.
 */
export class OrderedDecoding {
  readonly #decoder: AudioDecoder;
  readonly #samples = new Int16Array(MAX_SAMPLES);
  readonly #held: Held[] = [];
  #expected: number | null = null;
  #packetSamples = 0;
  #concealed = 0;
  #ticks = 0;
  #lostTick = -Infinity;
  #reserveUntil = 0;

  constructor(decoder: AudioDecoder) {
    this.#decoder = decoder;
  }

  /** The number of packets that were lost and replaced. */
  get concealed(): number {
    return this.#concealed;
  }

  put(packet: CodedPacket, jitter: OrderedSound, moment: PacketTime): void {
    const ahead = this.#expected === null ? 0 : sequenceDistance(packet.sequence, this.#expected);
    if (Math.abs(ahead) > MAX_GAP) {
      this.reset();
    } else if (ahead < 0) {
      return;
    }
    const isNext = this.#expected === null || packet.sequence === this.#expected;
    if (isNext && this.#held.length === 0) {
      this.#play(packet, jitter, moment);
      return;
    }
    this.#hold(packet, moment);
    if (isNext) {
      this.#playHeld(jitter);
    } else if (this.#held.length > MAX_HELD) {
      this.#giveUp(jitter);
    }
  }

  /** Runs before a pop of `length` samples. Missing packets that are due now then count as lost. */
  prepare(jitter: OrderedSound, length: number): void {
    this.#ticks += 1;
    if (this.#ticks > this.#reserveUntil) {
      jitter.setReserve(0);
    }
    while (this.#held.length > 0 && !jitter.holds(length)) {
      this.#giveUp(jitter);
    }
  }

  reset(): void {
    this.#held.length = 0;
    this.#expected = null;
  }

  #hold(packet: CodedPacket, moment: PacketTime): void {
    const { sequence, timestamp, bytes, from, length } = packet;
    const after = this.#held.findIndex((one) => sequenceDistance(one.sequence, sequence) >= 0);
    if (this.#held[after]?.sequence === sequence) {
      return;
    }
    const payload = bytes.slice(from, from + length);
    const held = { sequence, timestamp, payload, moment: { ...moment } };
    this.#held.splice(after < 0 ? this.#held.length : after, 0, held);
  }

  /** Decodes the consecutive packets that are waiting. */
  #playHeld(jitter: OrderedSound): void {
    for (;;) {
      const next = this.#held[0];
      if (next === undefined || next.sequence !== this.#expected) {
        return;
      }
      this.#held.shift();
      const { payload, ...rest } = next;
      const packet = { ...rest, bytes: payload, from: 0, length: payload.length };
      this.#play(packet, jitter, { ...next.moment, isDelayed: true });
    }
  }

  #giveUp(jitter: OrderedSound): void {
    const next = this.#held[0];
    if (next === undefined || this.#expected === null) {
      return;
    }
    const missing = Math.min(MAX_CONCEALED, sequenceDistance(next.sequence, this.#expected));
    if (this.#decoder.recover !== undefined) {
      this.#noteLoss(jitter);
    }
    for (let back = missing; back > 0; back -= 1) {
      this.#conceal(next, back, jitter);
    }
    this.#expected = next.sequence;
    this.#playHeld(jitter);
  }

  #noteLoss(jitter: OrderedSound): void {
    if (this.#ticks - this.#lostTick < LOSSY_TICKS) {
      this.#reserveUntil = this.#ticks + RESERVE_TICKS;
      jitter.setReserve(RESERVE_MS);
    }
    this.#lostTick = this.#ticks;
  }

  /** Replaces the lost packet that is `back` places before `next`. */
  #conceal(next: Held, back: number, jitter: OrderedSound): void {
    const length = this.#packetSamples;
    const samples = this.#samples;
    const count =
      back === 1 && this.#decoder.recover !== undefined
        ? this.#decoder.recover(next.payload, samples, length)
        : (this.#decoder.conceal?.(samples, length) ?? 0);
    const timestamp = (next.timestamp - back * length) >>> 0;
    // The buffer has already played this time, and the decoder needed the packet only for its
    // state.
    if (count === 0 || jitter.isPast(timestamp)) {
      return;
    }
    this.#concealed += 1;
    const sequence = (next.sequence - back) & 0xffff;
    const time = toPacketTime({ ...next.moment, isDelayed: true });
    jitter.put({ sequence, timestamp, samples, length: count, ...time });
  }

  #play(packet: CodedPacket, jitter: OrderedSound, moment: DecodingMoment): void {
    const { bytes, from, sequence, timestamp } = packet;
    this.#expected = (sequence + 1) & 0xffff;
    const length = this.#decoder.decode(bytes, from, packet.length, this.#samples);
    if (length === 0) {
      return;
    }
    this.#packetSamples = length;
    jitter.put({ sequence, timestamp, samples: this.#samples, length, ...toPacketTime(moment) });
  }
}

interface DecodingMoment extends PacketTime {
  isDelayed?: boolean;
}

function toPacketTime(moment: DecodingMoment) {
  const { nowMs, nextTickMs, isDelayed = false } = moment;
  return { nowMs, nextPopMs: nextTickMs, isDelayed };
}
