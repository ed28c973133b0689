import { MediaError } from "../media-error.ts";
import { FlacDecoder } from "./flac-decoder.ts";
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

/** The search for sound skips at most this many pages of pictures or text. */
const MAX_FOREIGN_PAGES = 64;
const MAX_PACKET_BYTES = 128 * 1024;

/**
 * Decodes Ogg with Vorbis, Opus or FLAC. A radio's server begins a new logical stream, with its own
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
    if (this.#stream === null && this.#foreignPages > 0) {
      throw noSound();
    }
    return (await this.#stream?.finish()) ?? [];
  }

  close(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  async #begin(page: OggPage): Promise<MonoAudio[]> {
    const [head = new Uint8Array(0)] = page.pieces;
    const stream = openStream(page.serial, head);
    if (stream === null) {
      return [];
    }
    const rest = (await this.#stream?.finish()) ?? [];
    this.close();
    this.#foreignPages = 0;
    this.#stream = stream;
    return rest;
  }

  #skipStream(): void {
    this.#foreignPages += 1;
    if (this.#stream !== null || this.#foreignPages <= MAX_FOREIGN_PAGES) {
      return;
    }
    throw noSound();
  }
}

function noSound(): MediaError {
  return new MediaError("sound_unreadable", "The Ogg contains neither Vorbis, Opus nor FLAC");
}

/** Returns `null` for a stream of another format. */
function openStream(serial: number, head: Uint8Array): LogicalStream | null {
  if (startsWith(head, "OpusHead")) {
    return new OpusStream(serial, head);
  }
  if (startsWith(head, "\u0001vorbis")) {
    return new PagedStream(serial, new VorbisDecoder());
  }
  return startsWith(head, "\u007fFLAC") ? new PagedStream(serial, new FlacDecoder()) : null;
}

/** A stream whose decoder reads whole pages. */
class PagedStream implements LogicalStream {
  readonly serial: number;
  readonly #decoder: StreamDecoder;

  constructor(serial: number, decoder: StreamDecoder) {
    this.serial = serial;
    this.#decoder = decoder;
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
