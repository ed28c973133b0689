import { AudioFormatError } from "../audio-format-error.ts";
import { timestampDistance, uint16 } from "./rtp.ts";

/** RFC 4733 section 2.3: what one packet says of one key. */
export interface TelephoneEvent {
  event: number;
  end: boolean;
  volume: number;
  /** Since the start of the event, in timestamp units. */
  duration: number;
}

export const TELEPHONE_EVENT_BYTES = 4;
const DIGITS = "0123456789*#ABCD";

/** Throws AudioFormatError where there are fewer than 4 bytes. */
export function parseTelephoneEvent(bytes: Uint8Array, at: number, length: number): TelephoneEvent {
  if (length < TELEPHONE_EVENT_BYTES) {
    throw new AudioFormatError("event_malformed", "Telephone event shorter than 4 bytes");
  }
  const flags = bytes[at + 1] ?? 0;
  return {
    event: bytes[at] ?? 0,
    end: flags > 0x7f,
    volume: flags & 0x3f,
    duration: uint16(bytes, at + 2),
  };
}

export function writeTelephoneEvent(bytes: Uint8Array, at: number, event: TelephoneEvent): void {
  bytes[at] = event.event;
  bytes[at + 1] = (event.end ? 0x80 : 0) | (event.volume & 0x3f);
  bytes[at + 2] = event.duration >>> 8;
  bytes[at + 3] = event.duration;
}

/** The digit's RFC 4733 number, or null where it is none. */
export function toEventCode(digit: string): number | null {
  const event = digit.length === 1 ? DIGITS.indexOf(digit.toUpperCase()) : -1;
  return event < 0 ? null : event;
}

/** 0-9 * # A-D, or null for events that are no keys (flash, tones). */
export function toDigit(event: number): string | null {
  return DIGITS[event] ?? null;
}

/** A key held for longer than a duration can say is told in segments, one behind the other. */
const MAX_SEGMENT = 0xffff;

/** Events whose end was lost are over this long after their last packet. */
const LOST_END_MS = 500;

/**
 * Turns RFC 4733 packets into digits, each exactly once: packets of one key share a timestamp, the
 * end is sent three times, and where all of these are lost the digit still comes after a timeout.
 */
export class TelephoneEventReader {
  #open: { timestamp: number; event: number; receivedMs: number } | null = null;
  #lastTimestamp: number | null = null;
  readonly #farBack: number;

  constructor(clockRate = 8000) {
    this.#farBack = -10 * clockRate;
  }

  /** A packet's event; the digit where this packet completes one. */
  read(event: TelephoneEvent, timestamp: number, nowMs: number): string | null {
    const isOld =
      this.#lastTimestamp !== null && timestampDistance(timestamp, this.#lastTimestamp) <= 0;
    // A jump back of more than 10 s is a sender that began anew, not an old packet.
    const isFarBack =
      this.#lastTimestamp !== null &&
      timestampDistance(timestamp, this.#lastTimestamp) < this.#farBack;
    if (isOld && !isFarBack) {
      return null;
    }
    const open = this.#open;
    if (open !== null && open.timestamp === timestamp) {
      open.receivedMs = nowMs;
      return event.end ? this.#complete() : null;
    }
    if (open !== null && isNextSegment(open, event, timestamp)) {
      // What still comes of the segment before is old.
      this.#lastTimestamp = open.timestamp;
      Object.assign(open, { timestamp, heardMs: nowMs });
      return event.end ? this.#complete() : null;
    }
    // A new key while the last one is open: the end of the last was lost.
    const before = open === null ? null : this.#complete();
    this.#open = { timestamp, event: event.event, receivedMs: nowMs };
    if (!event.end) {
      return before;
    }
    const digit = this.#complete();
    return before === null ? digit : before + (digit ?? "");
  }

  /** To be called now and then; gives the digit whose end was lost. */
  expire(nowMs: number): string | null {
    if (this.#open === null || nowMs - this.#open.receivedMs < LOST_END_MS) {
      return null;
    }
    return this.#complete();
  }

  reset(): void {
    this.#open = null;
    this.#lastTimestamp = null;
  }

  #complete(): string | null {
    if (this.#open === null) {
      return null;
    }
    const { timestamp, event } = this.#open;
    this.#open = null;
    this.#lastTimestamp = timestamp;
    return toDigit(event);
  }
}

/** RFC 4733 section 2.5.1.3: the same key, from where the last segment ended. */
function isNextSegment(
  open: { timestamp: number; event: number },
  { event }: TelephoneEvent,
  timestamp: number,
): boolean {
  return event === open.event && timestampDistance(timestamp, open.timestamp) === MAX_SEGMENT;
}
