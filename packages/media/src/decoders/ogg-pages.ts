/** One page of an Ogg stream (RFC 3533). */
export interface OggPage {
  serial: number;
  isFirst: boolean;
  isContinued: boolean;
  bytes: Uint8Array;
  /** Pieces of packets. Every piece except the last one ends its packet. */
  pieces: Uint8Array[];
  isCutOff: boolean;
}

const HEADER_BYTES = 27;
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255;
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) {
    crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return crc;
});

/** Cuts the received bytes into whole pages. Damaged pages and other bytes are dropped. */
export class OggPages {
  #held = new Uint8Array(0);

  push(bytes: Uint8Array): OggPage[] {
    const all = new Uint8Array(this.#held.length + bytes.length);
    all.set(this.#held);
    all.set(bytes, this.#held.length);
    const pages: OggPage[] = [];
    let at = nextCapture(all, 0);
    for (let length = pageLength(all, at); at + length <= all.length;) {
      const page = all.slice(at, at + length);
      const isWhole = isIntact(page);
      if (isWhole) {
        pages.push(readPage(page));
      }
      at = nextCapture(all, isWhole ? at + length : at + 1);
      length = pageLength(all, at);
    }
    this.#held = all.slice(Math.max(at, all.length - MAX_PAGE_BYTES));
    return pages;
  }
}

/**
 * Returns the position at which the next page may begin: its capture pattern, or the beginning of a
 * pattern at the end of the bytes.
 */
function nextCapture(bytes: Uint8Array, from: number): number {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf("OggS", from);
  return found >= 0 ? found : Math.max(from, bytes.length - 3);
}

/**
 * Returns the page's length. While the header is incomplete, the length is greater than the buffer.
 */
function pageLength(bytes: Uint8Array, at: number): number {
  const segments = bytes[at + 26];
  if (segments === undefined || at + HEADER_BYTES + segments > bytes.length) {
    return MAX_PAGE_BYTES;
  }
  let length = HEADER_BYTES + segments;
  for (let i = 0; i < segments; i += 1) {
    length += bytes[at + HEADER_BYTES + i] ?? 0;
  }
  return length;
}

function isIntact(page: Uint8Array): boolean {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  return page[4] === 0 && pageChecksum(page) === view.getUint32(CHECKSUM_AT, true);
}

/** The position of the checksum in a page. */
export const CHECKSUM_AT = 22;

/** Returns the checksum of a page. The bytes of the checksum itself count as zeros. */
export function pageChecksum(page: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < page.length; i += 1) {
    const byte = i >= CHECKSUM_AT && i < CHECKSUM_AT + 4 ? 0 : (page[i] ?? 0);
    crc = (crc << 8) ^ (crcTable[((crc >>> 24) ^ byte) & 0xff] ?? 0);
  }
  return crc >>> 0;
}

function readPage(bytes: Uint8Array): OggPage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments = bytes.subarray(HEADER_BYTES, HEADER_BYTES + (bytes[26] ?? 0));
  const pieces: Uint8Array[] = [];
  let start = HEADER_BYTES + segments.length;
  let end = start;
  for (const [i, size] of segments.entries()) {
    end += size;
    if (size === 255 && i < segments.length - 1) {
      continue;
    }
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  const flags = bytes[5] ?? 0;
  return {
    serial: view.getUint32(14, true),
    isContinued: (flags & 1) !== 0,
    isFirst: (flags & 2) !== 0,
    bytes,
    pieces,
    isCutOff: segments.at(-1) === 255,
  };
}
