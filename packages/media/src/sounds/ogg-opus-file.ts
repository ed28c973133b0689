import { CHECKSUM_AT, pageChecksum } from "../decoders/ogg-pages.ts";

const HEADER_BYTES = 27;
const MAX_SEGMENTS = 255;
const FULL_SEGMENT = 255;
/** A second of packets makes a page, so that a reader can begin early. */
const MAX_PAGE_PACKETS = 50;
const SERIAL = 1;
const flags = { first: 2, last: 4 } as const;
/** The encoder's look-ahead, which a player drops (RFC 7845 section 4.2). */
export const PRE_SKIP = 312;
const OPUS_RATE = 48_000;

/** Writes mono Opus packets as an Ogg file (RFC 7845). */
export class OggOpusFile {
  readonly #pages: Buffer[] = [];
  #packets: Uint8Array[] = [];
  #granule = 0;

  constructor() {
    const head = Buffer.alloc(19);
    head.write("OpusHead");
    head.set([1, 1], 8);
    head.writeUInt16LE(PRE_SKIP, 10);
    head.writeUInt32LE(OPUS_RATE, 12);
    this.#packets.push(head);
    this.#endPage(flags.first);
    const tags = Buffer.alloc(24);
    tags.write("OpusTags");
    tags.writeUInt32LE(8, 8);
    tags.write("Linedesk", 12);
    this.#packets.push(tags);
    this.#endPage(0);
  }

  /** Adds a packet with a number of samples at 48 kHz. */
  add(packet: Uint8Array, samples: number): void {
    const segments = this.#packets.reduce((sum, one) => sum + countSegments(one), 0);
    const isFull = segments + countSegments(packet) > MAX_SEGMENTS;
    if (isFull || this.#packets.length >= MAX_PAGE_PACKETS) {
      this.#endPage(0);
    }
    this.#packets.push(packet);
    this.#granule += samples;
  }

  /** Returns the file, whose sound ends after this number of samples. */
  finish(samples: number): Buffer {
    this.#granule = samples + PRE_SKIP;
    this.#endPage(flags.last);
    return Buffer.concat(this.#pages);
  }

  #endPage(flag: number): void {
    const lacing = this.#packets.flatMap(({ length }) => [
      ...Array.from({ length: Math.floor(length / FULL_SEGMENT) }, () => FULL_SEGMENT),
      length % FULL_SEGMENT,
    ]);
    const head = Buffer.alloc(HEADER_BYTES);
    head.write("OggS");
    head[5] = flag;
    head.writeBigUInt64LE(BigInt(this.#granule), 6);
    head.writeUInt32LE(SERIAL, 14);
    head.writeUInt32LE(this.#pages.length, 18);
    head[26] = lacing.length;
    const page = Buffer.concat([head, Buffer.from(lacing), ...this.#packets]);
    page.writeUInt32LE(pageChecksum(page), CHECKSUM_AT);
    this.#pages.push(page);
    this.#packets = [];
  }
}

function countSegments({ length }: Uint8Array): number {
  return Math.floor(length / FULL_SEGMENT) + 1;
}
