import { AudioFormatError } from "../audio-format-error.ts";
import { timestampDistance, uint16 } from "./rtp.ts";

/** The payload of one packet of a digit (RFC 4733 section 2.3). */
export interface TelephoneEvent {
  event: number;
  end: boolean;
  volume: number;
  /** The time since the start of the event, in timestamp units. */
  duration: number;
}

export const TELEPHONE_EVENT_BYTES = 4;
const DIGITS = "0123456789*#ABCD";

/** Throws AudioFormatError for fewer than 4 bytes. */
export function parseTelephoneEvent(bytes: Uint8Array, at: number, length: number): TelephoneEvent {
  if (length < TELEPHONE_EVENT_BYTES) {
    throw new AudioFormatError("event_malformed", "A telephone event must have 4 bytes");
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

/** Returns the RFC 4733 number of a digit, or `null` for another character. */
export function toEventCode(digit: string): number | null {
  const event = digit.length === 1 ? DIGITS.indexOf(digit.toUpperCase()) : -1;
  return event < 0 ? null : event;
}

/** Returns 0-9 * # A-D, or `null` for events that are not digits (flash, tones). */
export function toDigit(event: number): string | null {
  return DIGITS[event] ?? null;
}

/** A digit that is longer than the duration field is sent in consecutive segments. */
const MAX_SEGMENT = 0xffff;

/** If the end of an event is lost, the event ends this long after its last packet. */
const LOST_END_MS = 500;

/**
 * Converts RFC 4733 packets to digits, each exactly once. Packets of the same digit share a
 * timestamp. The end is sent three times; if all of these are lost, the digit still comes after a
 * timeout.
 */
export class TelephoneEventReader {
  #open: { timestamp: number; event: number; receivedMs: number } | null = null;
  #lastTimestamp: number | null = null;
  readonly #farBack: number;

  constructor(clockRate = 8000) {
    this.#farBack = -10 * clockRate;
  }

  /**
   * Reads a packet's event. Returns the digit if this packet completes one. If the end of the
   * previous digit was lost, that digit comes first.
   */
  read(event: TelephoneEvent, timestamp: number, nowMs: number): string | null {
    const isOld =
      this.#lastTimestamp !== null && timestampDistance(timestamp, this.#lastTimestamp) <= 0;
    // A jump back of more than 10 s means that the sender has restarted, not that the packet is
    // old.
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
      // Later packets of the previous segment are old.
      this.#lastTimestamp = open.timestamp;
      open.timestamp = timestamp;
      open.receivedMs = nowMs;
      return event.end ? this.#complete() : null;
    }
    // A new digit begins while the previous digit is open, so the end of the previous digit was
    // lost.
    const before = open === null ? null : this.#complete();
    this.#open = { timestamp, event: event.event, receivedMs: nowMs };
    if (!event.end) {
      return before;
    }
    const digit = this.#complete();
    return before === null ? digit : before + (digit ?? "");
  }

  /** Returns a digit whose end was lost, or `null`. Call this method at regular intervals. */
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

/** True if the same digit continues where its previous segment ended (RFC 4733 section 2.5.1.3). */
function isNextSegment(
  open: { timestamp: number; event: number },
  { event }: TelephoneEvent,
  timestamp: number,
): boolean {
  return event === open.event && timestampDistance(timestamp, open.timestamp) === MAX_SEGMENT;
}
