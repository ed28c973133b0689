import { AudioFormatError } from "../audio-format-error.ts";

export interface WavFormat {
  tag: number;
  channels: number;
  sampleRate: number;
  bits: number;
  /** The bytes of one sample, which can be more than its bits need. */
  sampleBytes: number;
}

export const PCM_TAG = 1;
export const FLOAT_TAG = 3;
export const A_LAW_TAG = 6;
export const MU_LAW_TAG = 7;
/** A tag of our own, outside the 16 bits of a file's tag: 24 bits in the lower bytes of four. */
export const LOW_24_TAG = 0x1_0001;
const MPEG_TAGS: readonly number[] = [0x50, 0x55];
const EXTENSIBLE_TAG = 0xfffe;

/** Returns true if the data chunk contains MPEG audio (EBU Tech 3285, supplement 1, or MP3). */
export function isMpegFormat({ tag }: WavFormat): boolean {
  return MPEG_TAGS.includes(tag);
}

export function parseFormat(view: DataView, at: number, size: number): WavFormat {
  if (size < 16) {
    throw new AudioFormatError("wav_malformed", "The WAV has a format chunk that is too short");
  }
  const tag = view.getUint16(at, true);
  const format = {
    tag: tag === EXTENSIBLE_TAG && size >= 26 ? view.getUint16(at + 24, true) : tag,
    channels: view.getUint16(at + 2, true),
    sampleRate: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true),
  };
  const { channels, bits } = format;
  const sampleBytes = countSampleBytes(format.tag, bits, view.getUint16(at + 12, true) / channels);
  if (channels < 1 || channels > 8) {
    throw new AudioFormatError(
      "wav_unsupported",
      `A WAV with ${format.channels} channels is not supported`,
    );
  }
  if (format.sampleRate < 1000 || format.sampleRate > 384_000) {
    throw new AudioFormatError(
      "wav_unsupported",
      `A WAV at ${format.sampleRate} Hz is not supported`,
    );
  }
  return { ...format, sampleBytes };
}

/** Recorders store 24 bits in 3 or 4 bytes, and 20 bits in 3. */
function countSampleBytes(tag: number, bits: number, alignedBytes: number): number {
  const least = Math.ceil(bits / 8);
  const isWide = alignedBytes > least && alignedBytes <= 4 && Number.isInteger(alignedBytes);
  return tag === PCM_TAG && bits > 8 && isWide ? alignedBytes : least;
}
