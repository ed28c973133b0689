import { AudioFormatError, WavStreamReader } from "@linedesk/audio";
import { MediaError } from "../media-error.ts";
import type { MonoAudio, StreamDecoder } from "./stream-decoder.ts";

/** Decodes WAV as it arrives, also if it never ends. */
export class WavDecoder implements StreamDecoder {
  readonly #reader = new WavStreamReader();

  async decode(bytes: Uint8Array): Promise<MonoAudio[]> {
    try {
      const audio = this.#reader.push(bytes);
      return audio === null ? [] : [audio];
    } catch (cause) {
      if (!(cause instanceof AudioFormatError)) {
        throw cause;
      }
      throw new MediaError("sound_unreadable", cause.message, { cause });
    }
  }

  async finish(): Promise<MonoAudio[]> {
    return [];
  }

  close(): void {
    // The decoder holds no resources.
  }
}
