import { FlacDecoder } from "./flac-decoder.ts";
import { Mp3Decoder } from "./mp3-decoder.ts";
import { OggDecoder } from "./ogg-decoder.ts";
import type { LiveFormat } from "./sound-format.ts";
import type { StreamDecoder } from "./stream-decoder.ts";
import { WavDecoder } from "./wav-decoder.ts";

export function openDecoder(format: LiveFormat): StreamDecoder {
  switch (format) {
    case "wav":
      return new WavDecoder();
    case "mp3":
      return new Mp3Decoder();
    case "ogg":
      return new OggDecoder();
    case "flac":
      return new FlacDecoder();
  }
}
