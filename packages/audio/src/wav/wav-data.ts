import { AudioFormatError } from "../audio-format-error.ts";
import { parseFormat, type WavFormat } from "./wav-format.ts";

const FORM_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const forms = ["RIFF", "RF64", "BW64"];
/** The limit for all bytes before the sound. Other chunks, such as pictures, are skipped unread. */
const MAX_HEAD_BYTES = 20_000_000;
/** The limit for a chunk that is read. */
const MAX_CHUNK_BYTES = 64 * 1024;
/** A writer that does not know the length writes 0 or the largest number. */
const MIN_ENDLESS_BYTES = 0x7fff_0000;
const SIZE_IN_DS64 = 0xffff_ffff;

/** Reads a WAV piece by piece up to the bytes of its sound. Throws AudioFormatError. */
export class WavDataReader {
  #held: Uint8Array = new Uint8Array(0);
  #format: WavFormat | null = null;
  /** The remaining bytes of sound, or `null` before the sound begins. */
  #left: number | null = null;
  #hasForm = false;
  #skipLeft = 0;
  #mayBePadded = false;
  #headBytes = 0;
  /** The length of the sound in a file that may exceed 4 GB. */
  #longSize: number | null = null;

  get format(): WavFormat | null {
    return this.#format;
  }

  get hasData(): boolean {
    return this.#left !== null;
  }

  /** The bytes of sound to come; 0 before the sound, and infinite if its length is not stated. */
  get left(): number {
    return this.#left ?? 0;
  }

  /** Returns the bytes of sound in this piece. Bytes after the sound are ignored. */
  push(bytes: Uint8Array): Uint8Array {
    const data = this.#left === null ? this.#readHead(bytes) : bytes;
    const sound = data.subarray(0, Math.min(data.length, this.left));
    this.#left = this.#left === null ? null : this.#left - sound.length;
    return sound;
  }

  /** Returns the bytes after the head. Before the sound begins there are none. */
  #readHead(bytes: Uint8Array): Uint8Array {
    this.#headBytes += bytes.length;
    this.#held = joined(this.#held, bytes);
    while (this.#left === null && this.#readChunk()) {
      // Each turn reads one chunk, or the part of it that has arrived.
    }
    if (this.#left !== null) {
      const data = this.#held;
      this.#held = new Uint8Array(0);
      return data;
    }
    if (this.#headBytes > MAX_HEAD_BYTES) {
      throw malformed("The WAV has no data chunk");
    }
    return new Uint8Array(0);
  }

  /** Returns false if more bytes are needed. */
  #readChunk(): boolean {
    if (!this.#hasForm) {
      return this.#readForm();
    }
    if (this.#skipLeft > 0) {
      return this.#skip();
    }
    if (this.#held.length < CHUNK_HEAD_BYTES + 1) {
      return this.#readDataAtEnd();
    }
    // Some writers omit the byte after a chunk of an odd length.
    if (this.#mayBePadded && !isName(text(this.#held, 0))) {
      this.#held = this.#held.subarray(1);
    }
    this.#mayBePadded = false;
    return this.#readNamedChunk();
  }

  #readDataAtEnd(): boolean {
    const isData = this.#held.length === CHUNK_HEAD_BYTES && text(this.#held, 0) === "data";
    return isData && this.#readNamedChunk();
  }

  #readNamedChunk(): boolean {
    const held = this.#held;
    if (held.length < CHUNK_HEAD_BYTES) {
      return false;
    }
    const view = new DataView(held.buffer, held.byteOffset, held.byteLength);
    const name = text(held, 0);
    const size = view.getUint32(4, true);
    if (name === "data") {
      this.#begin(size);
    } else if (name === "fmt " || name === "ds64") {
      if (size > MAX_CHUNK_BYTES) {
        throw malformed(`The WAV has a chunk "${name}" that is too long`);
      }
      if (held.length < CHUNK_HEAD_BYTES + size) {
        return false;
      }
      this.#readKnown(name, view, size);
    }
    if (this.#left === null) {
      this.#skipLeft = CHUNK_HEAD_BYTES + size;
      this.#mayBePadded = size % 2 === 1;
    }
    return true;
  }

  #readKnown(name: "fmt " | "ds64", view: DataView, size: number): void {
    if (name === "fmt ") {
      this.#format = parseFormat(view, CHUNK_HEAD_BYTES, size);
    } else if (size >= 16) {
      this.#longSize = Number(view.getBigUint64(CHUNK_HEAD_BYTES + 8, true));
    }
  }

  #readForm(): boolean {
    if (this.#held.length < FORM_BYTES) {
      return false;
    }
    if (!forms.includes(text(this.#held, 0)) || text(this.#held, 8) !== "WAVE") {
      throw malformed("The bytes are not a WAV");
    }
    this.#hasForm = true;
    this.#skipLeft = FORM_BYTES;
    return true;
  }

  #skip(): boolean {
    const skipped = Math.min(this.#skipLeft, this.#held.length);
    this.#held = this.#held.subarray(skipped);
    this.#skipLeft -= skipped;
    return this.#skipLeft === 0;
  }

  #begin(declared: number): void {
    if (this.#format === null) {
      throw malformed("The WAV has data before its format");
    }
    const size = declared === SIZE_IN_DS64 ? (this.#longSize ?? 0) : declared;
    const isKnown = size > 0 && (size < MIN_ENDLESS_BYTES || declared === SIZE_IN_DS64);
    this.#left = isKnown && Number.isSafeInteger(size) ? size : Infinity;
    this.#held = this.#held.subarray(CHUNK_HEAD_BYTES);
  }
}

/**
 * Removes the chunks after the sound of a whole file whose header does not give the length of the
 * sound. They would be heard as noise.
 */
export function trimWav(bytes: Uint8Array): Uint8Array {
  const reader = new WavDataReader();
  const data = reader.push(bytes);
  return reader.left > 0 && data.length > 0
    ? bytes.subarray(0, bytes.length - data.length + findTrailer(data))
    : bytes;
}

/** The names of chunks that programs write after the sound. */
const trailerNames =
  "LIST list INFO id3  ID3  bext cue  cart fact smpl inst acid strc plst labl iXML axml chna " +
  "_PMX JUNK junk PAD  FLLR DISP MD5  levl link umid afsp LGWV PEAK minf elm1 regn ovwf dbmd";
const TRAILER_NAME_CHARACTERS = 5;

/** Returns the position from which a chain of chunks ends exactly at the end of the bytes. */
function findTrailer(data: Uint8Array): number {
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.length);
  let first = data.length;
  for (let i = 0; i < trailerNames.length; i += TRAILER_NAME_CHARACTERS) {
    const name = trailerNames.slice(i, i + 4);
    for (let at = buffer.indexOf(name); at >= 0 && at < first; at = buffer.indexOf(name, at + 1)) {
      first = leadsToEnd(buffer, at) ? at : first;
    }
  }
  return first;
}

function leadsToEnd(buffer: Buffer, from: number): boolean {
  let at = from;
  while (at + CHUNK_HEAD_BYTES <= buffer.length && isName(text(buffer, at))) {
    const size = buffer.readUInt32LE(at + 4);
    at += CHUNK_HEAD_BYTES + size + (size % 2);
  }
  // The last chunk can lack its byte of padding.
  return at === buffer.length || at === buffer.length + 1;
}

function isName(word: string): boolean {
  return /^[ -~]{4}$/.test(word);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) {
    return other;
  }
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function malformed(message: string): AudioFormatError {
  return new AudioFormatError("wav_malformed", message);
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
