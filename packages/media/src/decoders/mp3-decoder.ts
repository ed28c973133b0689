import type { MPEGDecoder } from "mpg123-decoder";

import { MediaError } from "../media-error.ts";
import { findMpegFrames, splitMpegKinds } from "./mpeg-frames.ts";
import { skipPrelude } from "./skip-prelude.ts";
import { toMono, type MonoAudio, type StreamDecoder } from "./stream-decoder.ts";

/** A sound without frames in this many bytes is not MPEG audio. */
const MAX_UNSYNCED_BYTES = 256 * 1024;

/**
 * Decodes MPEG audio of layers I to III with mpg123. Decoding begins at the first frame that other
 * frames follow. A radio stream begins in the middle of a frame, and decoding the rest of that
 * frame gives noise.
 */
export class Mp3Decoder implements StreamDecoder {
  #decoder: MPEGDecoder | null = null;
  /** The bytes before the first frame, or `null` after it. */
  #unsynced: Uint8Array | null = new Uint8Array(0);
  /** The rest of a tag in front of the sound, which is dropped as it arrives. */
  #tagLeft = 0;

  async decode(bytes: Uint8Array): Promise<MonoAudio[]> {
    return this.#decode(this.#synced(bytes, false));
  }

  async finish(): Promise<MonoAudio[]> {
    return this.#unsynced === null ? [] : this.#decode(this.#synced(new Uint8Array(0), true));
  }

  close(): void {
    this.#decoder?.free();
    this.#decoder = null;
  }

  async #decode(bytes: Uint8Array): Promise<MonoAudio[]> {
    if (bytes.length === 0) {
      return [];
    }
    const decoder = (this.#decoder ??= await openMpeg());
    return splitMpegKinds(bytes).flatMap((run) => toMono(decoder.decode(run)));
  }

  /** Returns the bytes from the first frame on. Throws MediaError if none comes. */
  #synced(bytes: Uint8Array, isWhole: boolean): Uint8Array {
    if (this.#unsynced === null) {
      return bytes;
    }
    const dropped = Math.min(this.#tagLeft, bytes.length);
    this.#tagLeft -= dropped;
    const held = Buffer.concat([this.#unsynced, bytes.subarray(dropped)]);
    const start = skipPrelude(held);
    if (start > held.length) {
      this.#tagLeft += start - held.length;
    }
    const rest = held.subarray(start);
    const first = findMpegFrames(rest, { isWhole });
    this.#unsynced = first === null ? rest : null;
    if (first !== null) {
      return rest.subarray(first);
    }
    if (rest.length > MAX_UNSYNCED_BYTES) {
      throw new MediaError("sound_unreadable", "The sound contains no MP3 frames");
    }
    return new Uint8Array(0);
  }
}

/** Loads mpg123 at first use, because most stations play WAV and need no WebAssembly. */
async function openMpeg(): Promise<MPEGDecoder> {
  const { MPEGDecoder: Mpeg } = await import("mpg123-decoder");
  const decoder = new Mpeg();
  await decoder.ready;
  return decoder;
}
