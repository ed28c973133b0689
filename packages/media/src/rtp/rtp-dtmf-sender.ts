import { dtmf, toEventCode, writeTelephoneEvent } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/codec-facts.ts";
import { TICK_MS } from "../tick.ts";

const TONE_TICKS = 8;
const END_REPEATS = 2;
const GAP_TICKS = 2;
const MAX_QUEUED_DIGITS = 200;
const EVENT_VOLUME = 10;

/** A digit that is being sent. All its packets have the timestamp of its beginning. */
export interface DtmfEvent {
  event: number;
  /** The number of its packets so far, this one included. */
  ticks: number;
  timestamp: number;
}

/**
 * Sends DTMF digits to a far end. Each tick contains an event, or 20 ms of the digit's two tones
 * for a far end without events, or neither.
 */
export class RtpDtmfSender {
  #queue: string[] = [];
  #event: DtmfEvent | null = null;
  #pauseTicks = 0;
  #tones: { samples: Int16Array; at: number } | null = null;
  #sampleRate: number;
  #toneBlock: Int16Array;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#toneBlock = new Int16Array(samplesPerTick(sampleRate));
  }

  /** Ends tones that have the previous rate. */
  setSampleRate(sampleRate: number): void {
    this.#sampleRate = sampleRate;
    this.#toneBlock = new Int16Array(samplesPerTick(sampleRate));
    this.#tones = null;
  }

  /** Adds digits. If too many digits would then be waiting, adds none and returns `false`. */
  queue(digits: string): boolean {
    const wanted = Array.from(digits).filter((d) => /[wW]/.test(d) || toEventCode(d) !== null);
    if (this.#queue.length + wanted.length > MAX_QUEUED_DIGITS) {
      return false;
    }
    this.#queue.push(...wanted);
    return true;
  }

  /** Returns the event of this tick, or `null` without one (RFC 4733 section 2.5.1). */
  advance(timestamp: number, takesEvents: boolean): DtmfEvent | null {
    if (this.#pauseTicks > 0) {
      this.#pauseTicks -= 1;
      return null;
    }
    if (this.#event !== null) {
      return this.#hold(this.#event);
    }
    if (this.#tones !== null) {
      return null;
    }
    const digit = this.#queue.shift();
    if (digit !== undefined) {
      this.#begin(digit, timestamp, takesEvents);
    }
    return this.#event;
  }

  #hold(dtmfEvent: DtmfEvent): DtmfEvent | null {
    dtmfEvent.ticks += 1;
    if (dtmfEvent.ticks <= TONE_TICKS + END_REPEATS) {
      return dtmfEvent;
    }
    this.#event = null;
    this.#pauseTicks = GAP_TICKS - 1;
    return null;
  }

  #begin(digit: string, timestamp: number, takesEvents: boolean): void {
    if (digit === "w" || digit === "W") {
      this.#pauseTicks = (digit === "w" ? 500 : 1000) / TICK_MS - 1;
      return;
    }
    const event = toEventCode(digit);
    if (event === null) {
      return;
    }
    if (takesEvents) {
      this.#event = { event, ticks: 1, timestamp };
    } else {
      this.#tones = { samples: dtmf(digit, this.#sampleRate), at: 0 };
    }
  }

  /** Returns a digit's tones in this tick, valid until the next one. */
  nextTones(): Int16Array | null {
    const tones = this.#tones;
    if (tones === null) {
      return null;
    }
    const block = this.#toneBlock;
    block.fill(0);
    block.set(tones.samples.subarray(tones.at, tones.at + block.length));
    tones.at += block.length;
    if (tones.at >= tones.samples.length) {
      this.#tones = null;
    }
    return block;
  }
}

export function writeDtmfEvent(
  packet: Buffer,
  at: number,
  dtmfEvent: DtmfEvent,
  stepsPerTick: number,
): void {
  writeTelephoneEvent(packet, at, {
    event: dtmfEvent.event,
    end: dtmfEvent.ticks >= TONE_TICKS,
    volume: EVENT_VOLUME,
    duration: Math.min(dtmfEvent.ticks, TONE_TICKS) * stepsPerTick,
  });
}
