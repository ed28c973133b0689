import { aLaw, muLaw } from "@linedesk/audio";
import type { LawCodec } from "./encoded-source.ts";
import { NARROWBAND_RATE } from "./narrowband-rate.ts";

/** The encodings of a sound in both G.711 laws, made once for all listeners. */
export type EncodedSound = Readonly<Record<LawCodec, Uint8Array>>;

export interface WideSound {
  sampleRate: number;
  samples: Int16Array;
}

interface SoundShape {
  /** Samples at 8 kHz. */
  length: number;
  /** The rate of the wideband copy; 0 without one. */
  wideRate: number;
  wideLength: number;
}

/**
 * A sound in shared memory has a header of four words: three for its shape (its length, and the
 * rate and the length of its wideband copy), and one for its number. The samples at 8 kHz follow,
 * then as many bytes of each G.711 law, and then the wideband samples.
 */
const SHAPE_WORDS = 3;
const NUMBER_WORD = 3;
const HEADER_BYTES = 16;
const BYTES_PER_SAMPLE = 4;

export function allocateSound({ length, wideRate, wideLength }: SoundShape): SharedArrayBuffer {
  const bytes = HEADER_BYTES + length * BYTES_PER_SAMPLE + wideLength * 2;
  const shared = new SharedArrayBuffer(bytes);
  new Int32Array(shared, 0, SHAPE_WORDS).set([length, wideRate, wideLength]);
  return shared;
}

export function readSamples(shared: SharedArrayBuffer): Int16Array {
  return new Int16Array(shared, HEADER_BYTES, readShape(shared).length);
}

function readShape(shared: SharedArrayBuffer): SoundShape {
  const [length = 0, wideRate = 0, wideLength = 0] = new Int32Array(shared, 0, SHAPE_WORDS);
  return { length, wideRate, wideLength };
}

/**
 * Returns the number of the sound in the mixer, and assigns `next` to a sound without a number.
 * Returns `null` for samples that `allocateSound` did not allocate.
 */
export function numberSound({ buffer, byteOffset }: Int16Array, next: number): number | null {
  if (!(buffer instanceof SharedArrayBuffer) || byteOffset !== HEADER_BYTES) {
    return null;
  }
  const words = new Int32Array(buffer, 0, NUMBER_WORD + 1);
  words[NUMBER_WORD] ||= next;
  return words[NUMBER_WORD] ?? null;
}

/** Returns `null` for samples that `allocateSound` did not allocate, such as tones of the mixer. */
export function readEncoded({ buffer, byteOffset, length }: Int16Array): EncodedSound | null {
  if (!(buffer instanceof SharedArrayBuffer) || byteOffset !== HEADER_BYTES) {
    return null;
  }
  const at = HEADER_BYTES + length * 2;
  return {
    PCMU: new Uint8Array(buffer, at, length),
    PCMA: new Uint8Array(buffer, at + length, length),
  };
}

/** Returns the wideband copy of the same sound, or `null` without one. */
export function readWideband({ buffer, byteOffset }: Int16Array): WideSound | null {
  if (!(buffer instanceof SharedArrayBuffer) || byteOffset !== HEADER_BYTES) {
    return null;
  }
  const { length, wideRate, wideLength } = readShape(buffer);
  if (wideRate <= NARROWBAND_RATE) {
    return null;
  }
  const at = HEADER_BYTES + length * BYTES_PER_SAMPLE;
  return { sampleRate: wideRate, samples: new Int16Array(buffer, at, wideLength) };
}

export function encodeSound(samples: Int16Array): void {
  const encoded = readEncoded(samples);
  if (encoded === null) {
    return;
  }
  muLaw.encode(samples, samples.length, encoded.PCMU, 0);
  aLaw.encode(samples, samples.length, encoded.PCMA, 0);
}
