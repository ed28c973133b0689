import { AudioFormatError, type WavFormat, WavSampleReader } from "@linedesk/audio";
import { MediaError } from "../media-error.ts";
import type { MonoAudio, StreamDecoder } from "./stream-decoder.ts";

/** Decodes the samples of a WAV or AIFF. */
export class PcmDecoder implements StreamDecoder {
  readonly #format: WavFormat;
  readonly #samples = new WavSampleReader();

  constructor(format: WavFormat) {
    this.#format = format;
  }

  async decode(data: Uint8Array): Promise<MonoAudio[]> {
    const audio = asMediaError(() => this.#samples.push(this.#format, data));
    return audio === null ? [] : [audio];
  }

  async finish(): Promise<MonoAudio[]> {
    return [];
  }

  close(): void {
    // The decoder holds no resources.
  }
}

/** Calls a reader of the package audio and turns its errors into MediaError. */
export function asMediaError<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof AudioFormatError)) {
      throw cause;
    }
    throw new MediaError("sound_unreadable", cause.message, { cause });
  }
}
