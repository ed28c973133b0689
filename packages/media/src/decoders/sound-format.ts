import { findAdtsFrames, findMpegFrames } from "./mpeg-frames.ts";
import { skipPrelude } from "./skip-prelude.ts";

/** `aac` is also AAC in an MP4 file. */
export type SoundFormat = "wav" | "mp3" | "ogg" | "flac" | "aiff" | "aac";

/** The formats that can be decoded while they arrive. */
export type LiveFormat = Exclude<SoundFormat, "aiff" | "aac">;

export const MEDIA_NAMES: Readonly<Record<SoundFormat, string>> = {
  wav: "WAV",
  mp3: "MP3",
  ogg: "Ogg",
  flac: "FLAC",
  aiff: "AIFF",
  aac: "AAC",
};

/** In a file with damage at its beginning, the frames start within this many bytes. */
const MAX_SEARCHED_BYTES = 256 * 1024;

export function isLiveFormat(format: SoundFormat): format is LiveFormat {
  return format !== "aiff" && format !== "aac";
}

/**
 * Detects the format from the first bytes, or from the bytes of a whole sound. Returns `null` for
 * an unsupported format and while the bytes are too few.
 */
export function findSoundFormat(
  bytes: Uint8Array,
  { isWhole = false }: { isWhole?: boolean } = {},
): SoundFormat | null {
  const start = skipPrelude(bytes);
  const signed = signatureOf(bytes, start);
  if (signed !== null) {
    return signed.format;
  }
  // If only the beginning of a tag with a picture has arrived, the sound after it is not known yet.
  // It is most often MP3.
  if (start >= bytes.length) {
    return startsWith(bytes, "ID3") && !isWhole ? "mp3" : null;
  }
  const searched = bytes.subarray(0, start + MAX_SEARCHED_BYTES);
  if (findAdtsFrames(searched, start) !== null) {
    return "aac";
  }
  return findMpegFrames(searched, { from: start, isWhole }) === null ? null : "mp3";
}

/** Returns a sentence that names the format of a sound that cannot be read. */
export function describeUnreadable(bytes: Uint8Array): string {
  const name = signatureOf(bytes, skipPrelude(bytes))?.name ?? null;
  return name === null
    ? "The sound is neither WAV, MP3, Ogg, FLAC, AIFF nor AAC"
    : `The address or file contains ${name}, not WAV, MP3, Ogg, FLAC, AIFF or AAC`;
}

interface Signature {
  format: SoundFormat | null;
  name: string | null;
}

/**
 * The first four bytes as text, the text after four more bytes (`null` for any), and the format
 * that they identify.
 */
const families: readonly (readonly [string, string | null, Signature])[] = [
  ["RIFF", "WAVE", { format: "wav", name: null }],
  ["RF64", "WAVE", { format: "wav", name: null }],
  ["BW64", "WAVE", { format: "wav", name: null }],
  ["RIFF", "RMP3", { format: "wav", name: null }],
  ["RIFF", "AVI ", { format: null, name: "a video (AVI)" }],
  ["RIFF", null, { format: null, name: "a RIFF file without sound" }],
  ["OggS", null, { format: "ogg", name: null }],
  ["fLaC", null, { format: "flac", name: null }],
  ["FORM", "AIFF", { format: "aiff", name: null }],
  ["FORM", "AIFC", { format: "aiff", name: null }],
  ["\u001aE\u00df\u00a3", null, { format: null, name: "Matroska or WebM" }],
  ["0&\u00b2u", null, { format: null, name: "Windows Media (WMA)" }],
  ["#!AM", null, { format: null, name: "AMR" }],
  ["caff", null, { format: null, name: "a Core Audio file (CAF)" }],
  ["wvpk", null, { format: null, name: "WavPack" }],
  ["MAC ", null, { format: null, name: "Monkey's Audio" }],
  ["MThd", null, { format: null, name: "MIDI" }],
  ["RIFX", null, { format: null, name: "a WAV of big-endian samples (RIFX)" }],
  [".snd", null, { format: null, name: "a Sun audio file (AU)" }],
  ["%PDF", null, { format: null, name: "a PDF" }],
  ["PK\u0003\u0004", null, { format: null, name: "a ZIP archive" }],
];

function signatureOf(bytes: Uint8Array, at: number): Signature | null {
  const found = families.find(
    ([first, second]) =>
      startsWith(bytes, first, at) && (second === null || startsWith(bytes, second, at + 8)),
  );
  if (found !== undefined) {
    return found[2];
  }
  if (startsWith(bytes, "ftyp", at + 4)) {
    return { format: "aac", name: null };
  }
  const text = String.fromCharCode(...bytes.subarray(at, at + 256)).toLowerCase();
  if (/^<(?:!doctype html|html|head|body)/.test(text)) {
    return { format: null, name: "a web page" };
  }
  if (/^<(?:\?xml[^>]*>\s*<playlist|playlist|asx)\b/.test(text)) {
    return { format: null, name: "a playlist in XML" };
  }
  return /^(?:<\?xml|<|\{)/.test(text) ? { format: null, name: "a text" } : null;
}

export function startsWith(bytes: Uint8Array, word: string, at = 0): boolean {
  return Array.from(word).every((letter, i) => bytes[at + i] === letter.charCodeAt(0));
}
