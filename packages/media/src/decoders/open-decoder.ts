import { Mp3Decoder } from "./mp3-decoder.ts";
import { OggDecoder } from "./ogg-decoder.ts";
import type { SoundFormat } from "./sound-format.ts";
import type { StreamDecoder } from "./stream-decoder.ts";
import { WavDecoder } from "./wav-decoder.ts";

export function openDecoder(format: SoundFormat): StreamDecoder {
  switch (format) {
    case "wav":
      return new WavDecoder();
    case "mp3":
      return new Mp3Decoder();
    case "ogg":
      return new OggDecoder();
  }
}
