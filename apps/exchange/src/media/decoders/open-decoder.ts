import { Mp3Decoder } from "./mp3-decoder.ts";
import { OggDecoder } from "./ogg-decoder.ts";
import type { StreamDecoder } from "./stream-decoder.ts";

export type StreamFormat = "mp3" | "ogg";

export function openDecoder(format: StreamFormat): StreamDecoder {
  return format === "mp3" ? new Mp3Decoder() : new OggDecoder();
}
