import { createHmac, timingSafeEqual } from "node:crypto";

import { RTP_HEADER_BYTES, sequenceDistance, type SrtpKey } from "@linedesk/audio";
import {
  CONTROL_HEADER_BYTES,
  CONTROL_TAG_BYTES,
  buildCounter,
  directionKeys,
  type DirectionKeys,
  encrypt,
} from "./session-keys.ts";

/**
 * The maximum number of rollovers that the search tries. If a call continues over a restart of the
 * exchange, its far end has counted its sequence numbers for hours, and its first packet does not
 * show the number of rollovers.
 */
const MAX_ROLLOVERS = 200;
/** Each search computes many digests, so the number of searches for forged packets is limited. */
const MAX_SEARCHES = 20;

/** A telephone may change its stream, but none needs more streams than this at the same time. */
const MAX_STREAMS = 8;

/**
 * Decrypts the packets of one leg's far end (RFC 3711). Returns `null` for packets that the far end
 * did not send.
 */
export class SrtpReceiver {
  readonly #keys: DirectionKeys;
  /** Keyed by SSRC. A stream is added after an authentic packet. */
  readonly #streams = new Map<number, ReplayWindow>();
  readonly #controls = new Map<number, ReplayWindow>();
  #searches = 0;
  #found: { ssrc: number; rollovers: number } | null = null;

  constructor(key: SrtpKey) {
    this.#keys = directionKeys(key);
  }

  /** With `isPeek` the packet is not recorded as received, so that it can be decrypted again. */
  open(bytes: Buffer, isPeek = false): Buffer | null {
    const end = bytes.length - this.#keys.tagBytes;
    const start = findPayloadStart(bytes);
    if (start > end) {
      return null;
    }
    const ssrc = bytes.readUInt32BE(8);
    const window = this.#streams.get(ssrc) ?? new ReplayWindow();
    const index = this.#findIndex(bytes, end, window);
    if (index === null) {
      return null;
    }
    if (!isPeek) {
      recordIndex(this.#streams, ssrc, { window, index });
    }
    const counter = buildCounter(this.#keys.rtp.salt, { ssrc, index });
    const payload = encrypt(this.#keys.rtp.cipher, counter, bytes.subarray(start, end));
    return Buffer.concat([bytes.subarray(0, start), payload]);
  }

  /** Returns the index of the packet, or `null` if the packet is repeated or not authentic. */
  #findIndex(bytes: Buffer, end: number, window: ReplayWindow): number | null {
    const sequence = bytes.readUInt16BE(2);
    if (window.highest >= 0) {
      const index = estimatePacketIndex(sequence, window.highest);
      const isPossible = index >= 0 && window.isFresh(index);
      return isPossible && this.#isAuthentic(bytes, end, index) ? index : null;
    }
    const rollovers = this.#findRollovers(bytes, end);
    return rollovers === null ? null : rollovers * 0x10000 + sequence;
  }

  #findRollovers(bytes: Buffer, end: number): number | null {
    const sequence = bytes.readUInt16BE(2);
    const ssrc = bytes.readUInt32BE(8);
    const known = this.#found?.ssrc === ssrc ? this.#found.rollovers : 0;
    if (this.#isAuthentic(bytes, end, known * 0x10000 + sequence)) {
      return known;
    }
    if (this.#streams.size > 0 || this.#searches >= MAX_SEARCHES) {
      return null;
    }
    this.#searches += 1;
    for (let rollovers = 0; rollovers <= MAX_ROLLOVERS; rollovers += 1) {
      if (this.#isAuthentic(bytes, end, rollovers * 0x10000 + sequence)) {
        this.#found = { ssrc, rollovers };
        return rollovers;
      }
    }
    return null;
  }

  #isAuthentic(bytes: Buffer, end: number, index: number): boolean {
    const rollovers = Buffer.alloc(4);
    rollovers.writeUInt32BE(Math.floor(index / 0x10000));
    const tag = createHmac("sha1", this.#keys.rtp.auth).update(bytes.subarray(0, end));
    return isSame(tag.update(rollovers).digest(), bytes.subarray(end));
  }

  openControl(bytes: Buffer): Buffer | null {
    const end = bytes.length - CONTROL_TAG_BYTES;
    if (end < CONTROL_HEADER_BYTES + 4) {
      return null;
    }
    const word = bytes.readUInt32BE(end - 4);
    const index = word & 0x7fffffff;
    const ssrc = bytes.readUInt32BE(4);
    const window = this.#controls.get(ssrc) ?? new ReplayWindow();
    // Unencrypted reports are dropped, because they were never negotiated.
    if (word === index || !window.isFresh(index)) {
      return null;
    }
    const tag = createHmac("sha1", this.#keys.rtcp.auth).update(bytes.subarray(0, end)).digest();
    if (!isSame(tag, bytes.subarray(end))) {
      return null;
    }
    recordIndex(this.#controls, ssrc, { window, index });
    const counter = buildCounter(this.#keys.rtcp.salt, { ssrc, index });
    const sealed = bytes.subarray(CONTROL_HEADER_BYTES, end - 4);
    const body = encrypt(this.#keys.rtcp.cipher, counter, sealed);
    return Buffer.concat([bytes.subarray(0, CONTROL_HEADER_BYTES), body]);
  }
}

/**
 * Returns the start of the encrypted part, or a position beyond the end if the packet is truncated.
 */
export function findPayloadStart(packet: Buffer): number {
  const first = packet[0] ?? 0;
  if (packet.length < RTP_HEADER_BYTES || first >> 6 !== 2) {
    return Infinity;
  }
  const start = RTP_HEADER_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) === 0) {
    return start;
  }
  return packet.length < start + 4 ? Infinity : start + 4 + packet.readUInt16BE(start + 2) * 4;
}

/** Returns the index of a sequence number that is nearest to the highest index so far. */
function estimatePacketIndex(sequence: number, highest: number): number {
  return highest < 0 ? sequence : highest + sequenceDistance(sequence, highest & 0xffff);
}

function isSame(computed: Buffer, sent: Uint8Array): boolean {
  return timingSafeEqual(computed.subarray(0, sent.length), sent);
}

function recordIndex(
  streams: Map<number, ReplayWindow>,
  ssrc: number,
  packet: { window: ReplayWindow; index: number },
): void {
  packet.window.add(packet.index);
  if (streams.has(ssrc)) {
    return;
  }
  const [oldest] = streams.keys();
  if (streams.size >= MAX_STREAMS && oldest !== undefined) {
    streams.delete(oldest);
  }
  streams.set(ssrc, packet.window);
}

const WINDOW_SIZE = 128;

/** Records which of the last indices were received (RFC 3711 section 3.3.2). */
export class ReplayWindow {
  readonly #seen = new Float64Array(WINDOW_SIZE).fill(-1);
  #highest = -1;

  get highest(): number {
    return this.#highest;
  }

  isFresh(index: number): boolean {
    return index > this.#highest - WINDOW_SIZE && this.#seen[index % WINDOW_SIZE] !== index;
  }

  add(index: number): void {
    this.#seen[index % WINDOW_SIZE] = index;
    if (index > this.#highest) {
      this.#highest = index;
    }
  }
}
