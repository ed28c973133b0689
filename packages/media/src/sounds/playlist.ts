import { MediaError } from "../media-error.ts";

/** A list is a few lines; anything longer is something else. */
const MAX_BYTES = 64 * 1024;

/**
 * Where a playlist (M3U or PLS, known by its content) leads first; null for anything that
 * is none. Throws MediaError for one that leads nowhere, or is the index of an HLS stream.
 */
export function playlistEntry(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_BYTES) {
    return null;
  }
  const lines = new TextDecoder().decode(bytes).trim().split(/\r?\n/);
  const isPls = /^\[playlist\]/i.test(lines[0] ?? "");
  const isM3u = /^(#EXTM3U|https?:\/\/\S+$)/i.test(lines[0] ?? "");
  if (!isPls && !isM3u) {
    return null;
  }
  if (lines.some((line) => line.startsWith("#EXT-X-"))) {
    throw new MediaError("sound_unreadable", "HLS is not played; give the address of the stream");
  }
  const entries = isPls ? lines.map((line) => /^File\d+=(.*)$/i.exec(line)?.[1] ?? "") : lines;
  const first = entries.map((line) => line.trim()).find((line) => /^https?:\/\//i.test(line));
  if (first !== undefined) {
    return first;
  }
  throw new MediaError("sound_unreadable", "The playlist names no http or https address");
}
