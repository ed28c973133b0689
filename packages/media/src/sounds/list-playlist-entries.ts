import { MediaError } from "../media-error.ts";

/** A playlist has a few lines; a longer body is something else. */
const MAX_BYTES = 64 * 1024;

/** The playlist of a radio directory lists a few servers of one radio. */
const MOST_ENTRIES = 5;

/**
 * Returns the addresses of the first five entries of a playlist (M3U or PLS, detected by content),
 * or `null` for other content. `from` is the playlist's own address, to which an entry can be
 * relative. Throws MediaError for a playlist without an address, or for the index of an HLS stream.
 */
export function listPlaylistEntries(bytes: Uint8Array, from: string): string[] | null {
  if (bytes.length > MAX_BYTES) {
    return null;
  }
  const lines = new TextDecoder()
    .decode(bytes)
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const isPls = /^\[playlist\]$/i.test(lines[0] ?? "");
  if (!isPls && !isM3u(lines)) {
    return null;
  }
  if (lines.some((line) => line.startsWith("#EXT-X-"))) {
    throw new MediaError(
      "sound_unreadable",
      "HLS is not supported. Enter the address of the stream",
    );
  }
  const entries = isPls ? listPlsEntries(lines) : lines.filter((line) => !line.startsWith("#"));
  const addresses = entries.flatMap((entry) => toAddress(entry, from) ?? []);
  if (addresses.length === 0) {
    throw new MediaError("sound_unreadable", "The playlist has no http or https address");
  }
  return [...new Set(addresses)].slice(0, MOST_ENTRIES);
}

/**
 * Returns true for a list that begins with `#EXTM3U`, or whose first line after comments is an
 * address.
 */
function isM3u(lines: readonly string[]): boolean {
  const first = lines.find((line) => !line.startsWith("#")) ?? "";
  return /^#EXTM3U/i.test(lines[0] ?? "") || /^(?:https?|icyx?):\/\/\S+$/i.test(first);
}

/** Returns the entries by their numbers, because some lists have them in another order. */
function listPlsEntries(lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => {
      const [, number, entry] = /^File(\d{1,6})[ \t]{0,8}=(.+)$/i.exec(line) ?? [];
      return entry === undefined ? [] : [{ number: Number(number), entry: entry.trim() }];
    })
    .toSorted((a, b) => a.number - b.number)
    .map(({ entry }) => entry);
}

function toAddress(entry: string, from: string): string | null {
  const text = entry.replace(/^icyx?:\/\//i, "http://");
  const url = URL.canParse(text, from) ? new URL(text, from) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
