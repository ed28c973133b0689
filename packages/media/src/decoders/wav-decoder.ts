import { isMpegFormat, WavDataReader, type WavFormat } from "@linedesk/audio";
import { MediaError } from "../media-error.ts";
import { isCodedPcm } from "./coded-pcm.ts";
import { Mp3Decoder } from "./mp3-decoder.ts";
import { findMpegFrames } from "./mpeg-frames.ts";
import { asMediaError, PcmDecoder } from "./pcm-decoder.ts";
import { skipPrelude } from "./skip-prelude.ts";
import type { MonoAudio, StreamDecoder } from "./stream-decoder.ts";

/**
 * The beginning of the sound shows whether its format is the one that the head of the file
 * declares.
 */
const PROBED_BYTES = 16 * 1024;

/** Decodes WAV as it arrives, even if it never ends. Broadcasters keep MP2 and MP3 in a WAV too. */
export class WavDecoder implements StreamDecoder {
  readonly #reader = new WavDataReader();
  #probed: Uint8Array = new Uint8Array(0);
  #sound: StreamDecoder | null = null;

  async decode(bytes: Uint8Array): Promise<MonoAudio[]> {
    const data = asMediaError(() => this.#reader.push(bytes));
    if (this.#sound !== null) {
      return this.#sound.decode(data);
    }
    this.#probed = Buffer.concat([this.#probed, data]);
    const isEnough = this.#probed.length >= PROBED_BYTES || this.#reader.left === 0;
    return this.#reader.hasData && isEnough ? this.#begin() : [];
  }

  async finish(): Promise<MonoAudio[]> {
    const begun = this.#sound === null ? await this.#begin() : [];
    return [...begun, ...((await this.#sound?.finish()) ?? [])];
  }

  close(): void {
    this.#sound?.close();
  }

  async #begin(): Promise<MonoAudio[]> {
    const { format } = this.#reader;
    if (format === null) {
      return [];
    }
    this.#sound = openSound(format, this.#probed);
    return this.#sound.decode(this.#probed);
  }
}

/** Throws MediaError for a sound that would be heard as noise. */
function openSound(format: WavFormat, probed: Uint8Array): StreamDecoder {
  if (isMpegFormat(format) || beginsWithMpeg(probed)) {
    return new Mp3Decoder();
  }
  if (isCodedPcm(probed)) {
    throw new MediaError(
      "sound_unreadable",
      "A WAV with surround sound (DTS, AC-3) is not supported",
    );
  }
  return new PcmDecoder(format);
}

/**
 * Returns true when MPEG frames begin right after the tags. The samples of a tone can look like a
 * row of MPEG frames too, but not from the beginning on.
 */
function beginsWithMpeg(probed: Uint8Array): boolean {
  const start = skipPrelude(probed);
  return findMpegFrames(probed, { from: start }) === start;
}
