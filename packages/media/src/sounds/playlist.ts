import { MediaError } from "../media-error.ts";

/** A playlist has a few lines; a longer body is something else. */
const MAX_BYTES = 64 * 1024;

/**
 * Returns the first entry of a playlist (M3U or PLS, detected by content), or `null` for other
 * content. Throws MediaError for an empty playlist or the index of an HLS stream.
 */
export function playlistEntry(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_BYTES) {
    return null;
  }
  const lines = new TextDecoder()
    .decode(bytes)
    .trim()
    .split(/\r\n?|\n/);
  const isPls = /^\[playlist\]/i.test(lines[0] ?? "");
  const isM3u = /^(#EXTM3U|(?:https?|icyx?):\/\/\S+$)/i.test(lines[0] ?? "");
  if (!isPls && !isM3u) {
    return null;
  }
  if (lines.some((line) => line.startsWith("#EXT-X-"))) {
    throw new MediaError(
      "sound_unreadable",
      "HLS is not supported. Enter the address of the stream",
    );
  }
  const entries = isPls ? lines.map((line) => /^File\d+=(.*)$/i.exec(line)?.[1] ?? "") : lines;
  const first = entries
    .map((line) => line.trim())
    .find((line) => /^(?:https?|icyx?):\/\//i.test(line));
  if (first !== undefined) {
    return first;
  }
  throw new MediaError("sound_unreadable", "The playlist has no http or https address");
}
