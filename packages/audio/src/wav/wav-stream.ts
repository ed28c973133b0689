import { AudioFormatError } from "../audio-format-error.ts";
import { parseFormat, readSamples, text, type WavAudio, type WavFormat } from "./wav.ts";

const RIFF_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
/** The limit for chunks before the sound, such as names and pictures. */
const MAX_HEAD_BYTES = 1_000_000;
/** A writer that does not know the length writes 0 or the largest number. */
const MIN_ENDLESS_BYTES = 0x7fff_0000;

/** Reads RIFF/WAVE piece by piece, also without an end. Throws AudioFormatError. */
export class WavStreamReader {
  #waiting: Uint8Array = new Uint8Array(0);
  #format: WavFormat | null = null;
  /** The remaining bytes of sound, or `null` before the sound begins. */
  #left: number | null = null;

  /** Returns `null` if this piece completes no frame. */
  push(bytes: Uint8Array): WavAudio | null {
    this.#waiting = joined(this.#waiting, bytes);
    if (this.#left === null) {
      this.#readHead();
    }
    return this.#left === null || this.#format === null ? null : this.#read(this.#format);
  }

  #readHead(): void {
    if (this.#waiting.length > MAX_HEAD_BYTES) {
      throw malformed("The WAV has no data chunk");
    }
    const bytes = this.#waiting;
    if (bytes.length < RIFF_BYTES) {
      return;
    }
    if (text(bytes, 0) !== "RIFF" || text(bytes, 8) !== "WAVE") {
      throw malformed("The bytes are not a WAV");
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = RIFF_BYTES;
    while (at + CHUNK_HEAD_BYTES <= bytes.length) {
      const name = text(bytes, at);
      const size = view.getUint32(at + 4, true);
      if (name === "data") {
        return this.#begin(at + CHUNK_HEAD_BYTES, size);
      }
      if (at + CHUNK_HEAD_BYTES + size > bytes.length) {
        return;
      }
      if (name === "fmt ") {
        this.#format = parseFormat(view, at + CHUNK_HEAD_BYTES, size);
      }
      at += CHUNK_HEAD_BYTES + size + (size % 2);
    }
  }

  #begin(at: number, size: number): void {
    if (this.#format === null) {
      throw malformed("The WAV has data before its format");
    }
    this.#left = size === 0 || size >= MIN_ENDLESS_BYTES ? Infinity : size;
    this.#waiting = this.#waiting.slice(at);
  }

  #read(format: WavFormat): WavAudio | null {
    const frameBytes = (format.bits / 8) * format.channels;
    const there = Math.min(this.#waiting.length, this.#left ?? 0);
    const length = there - (there % frameBytes);
    if (length === 0) {
      return null;
    }
    const audio = readSamples(format, this.#waiting.subarray(0, length));
    this.#left = (this.#left ?? 0) - length;
    // Bytes after the sound are ignored.
    this.#waiting = this.#left < frameBytes ? new Uint8Array(0) : this.#waiting.slice(length);
    return audio;
  }
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
