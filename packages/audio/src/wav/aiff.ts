import { AudioFormatError } from "../audio-format-error.ts";
import { A_LAW_TAG, FLOAT_TAG, MU_LAW_TAG, PCM_TAG, type WavFormat } from "./wav-format.ts";

/** The sound of an AIFF, with the samples in the byte order of a WAV. */
export interface AiffSound {
  format: WavFormat;
  data: Uint8Array;
}

interface Compression {
  tag: number;
  isLittleEndian: boolean;
  /** The bits of a sample, if the kind of compression determines them. */
  bits: number | null;
}

const big = { isLittleEndian: false } as const;
const compressions: Readonly<Record<string, Compression>> = {
  NONE: { ...big, tag: PCM_TAG, bits: null },
  twos: { ...big, tag: PCM_TAG, bits: null },
  sowt: { isLittleEndian: true, tag: PCM_TAG, bits: null },
  in24: { ...big, tag: PCM_TAG, bits: 24 },
  in32: { ...big, tag: PCM_TAG, bits: 32 },
  fl32: { ...big, tag: FLOAT_TAG, bits: 32 },
  FL32: { ...big, tag: FLOAT_TAG, bits: 32 },
  fl64: { ...big, tag: FLOAT_TAG, bits: 64 },
  FL64: { ...big, tag: FLOAT_TAG, bits: 64 },
  ulaw: { ...big, tag: MU_LAW_TAG, bits: 8 },
  ULAW: { ...big, tag: MU_LAW_TAG, bits: 8 },
  alaw: { ...big, tag: A_LAW_TAG, bits: 8 },
  ALAW: { ...big, tag: A_LAW_TAG, bits: 8 },
};

const FORM_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const COMM_BYTES = 18;
/** The number of bytes before the sound in its chunk: an offset and a block size. */
const SSND_HEAD_BYTES = 8;

/**
 * Reads an AIFF, or an AIFF-C with PCM, float, mu-law or A-law samples. Throws AudioFormatError and
 * nothing else.
 */
export function parseAiff(bytes: Uint8Array): AiffSound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = listChunks(bytes, view);
  const comm = chunks.get("COMM");
  const sound = chunks.get("SSND");
  if (comm === undefined || sound === undefined || sound.length < SSND_HEAD_BYTES) {
    throw new AudioFormatError("aiff_malformed", "The AIFF has no sound or no format");
  }
  const { format, isLittleEndian } = readFormat(comm);
  const offset = new DataView(sound.buffer, sound.byteOffset).getUint32(0);
  // A copy, because the bytes of each sample are reversed in place.
  const data = Uint8Array.from(sound.subarray(SSND_HEAD_BYTES + offset));
  if (!isLittleEndian) {
    reverseSamples(data, format.sampleBytes);
  }
  return { format, data: format.tag === PCM_TAG && format.bits <= 8 ? toUnsigned(data) : data };
}

function listChunks(bytes: Uint8Array, view: DataView): Map<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>();
  for (let at = FORM_BYTES; at + CHUNK_HEAD_BYTES <= bytes.length;) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const size = view.getUint32(at + 4);
    const start = at + CHUNK_HEAD_BYTES;
    if (!chunks.has(name)) {
      chunks.set(name, bytes.subarray(start, start + size));
    }
    at = start + size + (size % 2);
  }
  return chunks;
}

function readFormat(comm: Uint8Array): { format: WavFormat; isLittleEndian: boolean } {
  if (comm.length < COMM_BYTES) {
    throw new AudioFormatError("aiff_malformed", "The AIFF has a format chunk that is too short");
  }
  const view = new DataView(comm.buffer, comm.byteOffset, comm.byteLength);
  const name = comm.length < COMM_BYTES + 4 ? "NONE" : readName(comm);
  const compression = compressions[name];
  if (compression === undefined) {
    const shown = name.replaceAll(/[^ -~]/g, "?");
    throw new AudioFormatError("aiff_unsupported", `An AIFF with "${shown}" is not supported`);
  }
  const channels = view.getUint16(0);
  const sampleRate = readExtended(view, 8);
  const bits = compression.bits ?? view.getUint16(6);
  const isSound = channels >= 1 && channels <= 8 && bits >= 1 && bits <= 64;
  if (!isSound || !(sampleRate >= 1000 && sampleRate <= 384_000)) {
    throw new AudioFormatError(
      "aiff_unsupported",
      `An AIFF with ${channels} channels of ${bits} bits at ${sampleRate} Hz is not supported`,
    );
  }
  const format = { tag: compression.tag, channels, sampleRate, bits };
  const { isLittleEndian } = compression;
  return { format: { ...format, sampleBytes: Math.ceil(bits / 8) }, isLittleEndian };
}

function readName(comm: Uint8Array): string {
  return String.fromCharCode(...comm.subarray(COMM_BYTES, COMM_BYTES + 4));
}

/** Reads a float of 80 bits; sample rates need no more than its upper 32 bits of mantissa. */
function readExtended(view: DataView, at: number): number {
  const exponent = (view.getUint16(at) & 0x7fff) - 16_383 - 31;
  return Math.round(view.getUint32(at + 2) * 2 ** exponent);
}

function reverseSamples(data: Uint8Array, sampleBytes: number): void {
  for (let at = 0; at + sampleBytes <= data.length; at += sampleBytes) {
    data.subarray(at, at + sampleBytes).reverse();
  }
}

function toUnsigned(data: Uint8Array): Uint8Array {
  return data.map((byte) => byte ^ 0x80);
}
