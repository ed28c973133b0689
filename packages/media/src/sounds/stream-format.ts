import {
  findSoundFormat,
  isLiveFormat,
  MEDIA_NAMES,
  type LiveFormat,
} from "../decoders/sound-format.ts";
import { MediaError } from "../media-error.ts";

/**
 * Returns the format of a stream that has begun; `null` while its beginning does not show it. A
 * listener joins a radio's MP3 in the middle of a frame, so the declared type decides when the
 * bytes show nothing. Throws MediaError for a format that no stream can have.
 */
export function chooseStreamFormat(bytes: Uint8Array, type: string): LiveFormat | null {
  const format = findSoundFormat(bytes);
  if (format !== null && isLiveFormat(format)) {
    return format;
  }
  if (format === "aac" || /aac|mp4|m4a/i.test(type)) {
    throw notPlayable("AAC");
  }
  if (format !== null) {
    throw notPlayable(MEDIA_NAMES[format]);
  }
  if (/mpegurl/i.test(type)) {
    return null;
  }
  if (/ogg|vorbis|opus/i.test(type)) {
    return "ogg";
  }
  return /audio\/(?:x-)?(?:mpeg|mp3|mpg)/i.test(type) ? "mp3" : null;
}

function notPlayable(name: string): MediaError {
  return new MediaError(
    "sound_unreadable",
    `The stream is ${name}. A live stream must be MP3, Ogg, FLAC or WAV`,
  );
}
