import { AudioFormatError } from "../audio-format-error.ts";
import { sequenceDistance, timestampDistance, uint16 } from "./rtp.ts";

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

/**
 * A digit that lasts longer than the duration field can express is sent in consecutive segments.
 */
const MAX_SEGMENT = 0xffff;

/** If the end of an event is lost, the event ends this long after its last packet. */
const LOST_END_MS = 500;

/** A packet that is later than this belongs to a stream that has restarted. */
const MAX_LATE_PACKETS = 100;

/**
 * Packets closer than this belong to one digit, because the end of each digit is sent three times.
 */
const MAX_GAP = 3;

/** One packet of an event: its place in the stream and its payload. */
export interface EventPacket extends TelephoneEvent {
  sequence: number;
  timestamp: number;
}

interface LastPacket extends EventPacket {
  /** The number of end packets with this timestamp. */
  ends: number;
}

/**
 * Converts RFC 4733 packets to digits, each exactly once. Packets of the same digit share a
 * timestamp. Some gateways increase the timestamp; their packets of one digit follow one another in
 * the sequence. The end is sent three times; if all of these are lost, the digit still comes after
 * a timeout.
 */
export class TelephoneEventReader {
  #last: LastPacket | null = null;
  /** The digit whose end has not come, and the time of its last packet. */
  #open: { event: number; receivedMs: number } | null = null;

  /**
   * Reads a packet's event. Returns the digits that it completes, or `null`: first the previous
   * digit if its end was lost, and then its own digit.
   */
  read(packet: EventPacket, nowMs: number): string | null {
    const last = this.#last;
    if (last !== null && isLate(packet, last)) {
      return null;
    }
    const isSame = last !== null && isSameDigit(packet, last);
    const isEnded = isSame && last.end;
    this.#last = { ...packet, end: packet.end || isEnded, ends: countEnds(packet, last) };
    if (isEnded) {
      return null;
    }
    // A new digit begins while the previous digit is open, so the end of the previous digit was
    // lost.
    const before = isSame ? null : this.#complete();
    this.#open = { event: packet.event, receivedMs: nowMs };
    if (!packet.end) {
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
    // Later packets of this digit are repetitions.
    this.#last = this.#last === null ? null : { ...this.#last, end: true, ends: 1 };
    return this.#complete();
  }

  /** Returns the digit whose end has not come, or `null`. The next packet begins another stream. */
  restart(): string | null {
    this.#last = null;
    return this.#complete();
  }

  #complete(): string | null {
    const open = this.#open;
    this.#open = null;
    return open === null ? null : toDigit(open.event);
  }
}

function isLate(packet: EventPacket, last: EventPacket): boolean {
  const distance = sequenceDistance(packet.sequence, last.sequence);
  return distance <= 0 && distance > -MAX_LATE_PACKETS;
}

function countEnds(packet: EventPacket, last: LastPacket | null): number {
  const before = last?.timestamp === packet.timestamp ? last.ends : 0;
  return packet.end ? before + 1 : 0;
}

function isSameDigit(packet: EventPacket, last: LastPacket): boolean {
  if (packet.event !== last.event) {
    return false;
  }
  const isLonger = packet.duration >= last.duration;
  if (packet.timestamp === last.timestamp) {
    return !last.end || packet.end || isLonger;
  }
  if (!last.end && timestampDistance(packet.timestamp, last.timestamp) === MAX_SEGMENT) {
    return true;
  }
  // A conforming sender repeats its end with one timestamp, so its next end is another digit.
  const isRepeat = !last.end || (packet.end && last.ends === 1);
  const isNext = sequenceDistance(packet.sequence, last.sequence) <= MAX_GAP;
  return isNext && isRepeat && isLonger;
}
