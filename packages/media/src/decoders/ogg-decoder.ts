import { MediaError } from "../media-error.ts";
import { OggPages, type OggPage } from "./ogg-pages.ts";
import { OpusStreamDecoder } from "./opus-stream-decoder.ts";
import { startsWith } from "./sound-format.ts";
import type { MonoAudio, StreamDecoder } from "./stream-decoder.ts";
import { VorbisDecoder } from "./vorbis-decoder.ts";

/** One logical stream of an Ogg stream, from its first page to its last. */
interface LogicalStream {
  readonly serial: number;
  decode(page: OggPage): Promise<MonoAudio[]>;
  finish(): Promise<MonoAudio[]>;
  close(): void;
}

/** The search for sound skips at most this many pages of pictures, text or FLAC. */
const MAX_FOREIGN_PAGES = 64;
const MAX_PACKET_BYTES = 128 * 1024;

/**
 * Decodes Ogg with Vorbis or Opus. A radio's server begins a new logical stream, with its own
 * headers, at every song. The decoder plays the stream that began last.
 */
export class OggDecoder implements StreamDecoder {
  readonly #pages = new OggPages();
  #stream: LogicalStream | null = null;
  #foreignPages = 0;

  async decode(bytes: Uint8Array): Promise<MonoAudio[]> {
    const audio: MonoAudio[] = [];
    for (const page of this.#pages.push(bytes)) {
      if (page.isFirst) {
        audio.push(...(await this.#begin(page)));
      }
      if (page.serial === this.#stream?.serial) {
        audio.push(...(await this.#stream.decode(page)));
      } else {
        this.#skipStream();
      }
    }
    return audio;
  }

  async finish(): Promise<MonoAudio[]> {
    return (await this.#stream?.finish()) ?? [];
  }

  close(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  async #begin(page: OggPage): Promise<MonoAudio[]> {
    const [head = new Uint8Array(0)] = page.pieces;
    const isOpus = startsWith(head, "OpusHead");
    if (!isOpus && !startsWith(head, "\u0001vorbis")) {
      return [];
    }
    const rest = await this.finish();
    this.close();
    this.#foreignPages = 0;
    this.#stream = isOpus ? new OpusStream(page.serial, head) : new VorbisStream(page.serial);
    return rest;
  }

  #skipStream(): void {
    this.#foreignPages += 1;
    if (this.#stream !== null || this.#foreignPages <= MAX_FOREIGN_PAGES) {
      return;
    }
    throw new MediaError("sound_unreadable", "The Ogg file contains neither Vorbis nor Opus");
  }
}

class VorbisStream implements LogicalStream {
  readonly serial: number;
  readonly #decoder = new VorbisDecoder();

  constructor(serial: number) {
    this.serial = serial;
  }

  async decode(page: OggPage): Promise<MonoAudio[]> {
    return this.#decoder.decode(page.bytes);
  }

  async finish(): Promise<MonoAudio[]> {
    return this.#decoder.finish();
  }

  close(): void {
    this.#decoder.close();
  }
}

class OpusStream implements LogicalStream {
  readonly serial: number;
  readonly #decoder: OpusStreamDecoder;
  /** The beginning of a packet that continues in the next page. */
  #begun: Uint8Array | null = null;
  #headPackets = 2;

  constructor(serial: number, head: Uint8Array) {
    this.serial = serial;
    this.#decoder = new OpusStreamDecoder(head);
  }

  async decode(page: OggPage): Promise<MonoAudio[]> {
    const packets = this.#packets(page);
    const heads = Math.min(this.#headPackets, packets.length);
    this.#headPackets -= heads;
    return this.#decoder.decode(packets.slice(heads).filter((packet) => packet.length > 0));
  }

  async finish(): Promise<MonoAudio[]> {
    return [];
  }

  close(): void {
    this.#decoder.close();
  }

  #packets(page: OggPage): Uint8Array[] {
    const pieces = [...page.pieces];
    const begun = this.#begun;
    this.#begun = null;
    if (page.isContinued) {
      const rest = pieces.shift() ?? new Uint8Array(0);
      const isLost = begun === null || begun.length + rest.length > MAX_PACKET_BYTES;
      // If the beginning of a packet is lost, its end is dropped.
      if (!isLost) {
        pieces.unshift(Buffer.concat([begun, rest]));
      } else if (page.isCutOff && pieces.length === 0) {
        return [];
      }
    }
    if (page.isCutOff) {
      this.#begun = pieces.pop() ?? null;
    }
    return pieces;
  }
}
