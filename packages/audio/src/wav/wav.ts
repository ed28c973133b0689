import { AudioFormatError } from "../audio-format-error.ts";
import { aLaw, muLaw, type G711 } from "../codecs/g711.ts";

/** Mono samples -1..1; several channels are averaged. */
export interface WavAudio {
  sampleRate: number;
  channels: number;
  samples: Float32Array;
}

export interface WavFormat {
  tag: number;
  channels: number;
  sampleRate: number;
  bits: number;
}

const PCM_TAG = 1;
const FLOAT_TAG = 3;
const A_LAW_TAG = 6;
const MU_LAW_TAG = 7;
const EXTENSIBLE_TAG = 0xfffe;
const MAX_CHUNKS = 64;

/**
 * Reads a RIFF/WAVE file: PCM of 8, 16, 24 or 32 bits, float of 32 or 64 bits, G.711 of both laws,
 * 1..8 channels. A truncated data chunk (a broken or streamed file) is read to its end. Throws
 * AudioFormatError and nothing else.
 */
export function parseWav(bytes: Uint8Array): WavAudio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || text(bytes, 0) !== "RIFF" || text(bytes, 8) !== "WAVE") {
    throw new AudioFormatError("wav_malformed", "The file is not a RIFF/WAVE file");
  }
  let format: WavFormat | null = null;
  let at = 12;
  for (let count = 0; at + 8 <= bytes.length && count < MAX_CHUNKS; count += 1) {
    const name = text(bytes, at);
    const size = Math.min(view.getUint32(at + 4, true), bytes.length - at - 8);
    if (name === "fmt ") {
      format = parseFormat(view, at + 8, size);
    }
    if (name === "data") {
      if (format === null) {
        throw new AudioFormatError("wav_malformed", "The WAV has data before its format");
      }
      return readSamples(format, bytes.subarray(at + 8, at + 8 + size));
    }
    at += 8 + size + (size % 2);
  }
  throw new AudioFormatError("wav_malformed", "The WAV has no data chunk");
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
  if (format.channels < 1 || format.channels > 8) {
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
  return format;
}

export function readSamples(format: WavFormat, data: Uint8Array): WavAudio {
  const bytesPerSample = format.bits / 8;
  const read = sampleReader(format, data);
  const frames = Math.floor(data.length / (bytesPerSample * format.channels));
  const samples = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel += 1) {
      sum += read((frame * format.channels + channel) * bytesPerSample);
    }
    const mean = sum / format.channels;
    // Float files may contain NaN or infinities, which would destroy the whole mix.
    samples[frame] = Number.isFinite(mean) ? Math.max(-1, Math.min(1, mean)) : 0;
  }
  return { sampleRate: format.sampleRate, channels: format.channels, samples };
}

function sampleReader(format: WavFormat, data: Uint8Array): (at: number) => number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  switch (`${format.tag}/${format.bits}`) {
    case `${PCM_TAG}/8`:
      return (at) => (view.getUint8(at) - 128) / 128;
    case `${PCM_TAG}/16`:
      return (at) => view.getInt16(at, true) / 32_768;
    case `${PCM_TAG}/24`:
      return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608;
    case `${PCM_TAG}/32`:
      return (at) => view.getInt32(at, true) / 2_147_483_648;
    case `${FLOAT_TAG}/32`:
      return (at) => view.getFloat32(at, true);
    case `${FLOAT_TAG}/64`:
      return (at) => view.getFloat64(at, true);
    case `${MU_LAW_TAG}/8`:
      return g711Reader(muLaw, data);
    case `${A_LAW_TAG}/8`:
      return g711Reader(aLaw, data);
    default:
      throw new AudioFormatError(
        "wav_unsupported",
        `WAV format ${format.tag} with ${format.bits} bits is not supported`,
      );
  }
}

function g711Reader(codec: G711, data: Uint8Array): (at: number) => number {
  const one = new Int16Array(1);
  return (at) => {
    codec.decode(data, at, 1, one);
    return (one[0] ?? 0) / 32_768;
  };
}

/** Writes mono 16 bit PCM, or mu-law at one byte per sample, as a WAV file. */
export function writeWav(
  samples: Int16Array,
  sampleRate: number,
  format: "pcm16" | "mulaw" = "pcm16",
): Uint8Array {
  const bytesPerSample = format === "pcm16" ? 2 : 1;
  const size = samples.length * bytesPerSample;
  const bytes = new Uint8Array(44 + size + (size % 2));
  const view = new DataView(bytes.buffer);
  bytes.set(ascii("RIFF"), 0);
  view.setUint32(4, bytes.length - 8, true);
  bytes.set(ascii("WAVEfmt "), 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, format === "pcm16" ? PCM_TAG : MU_LAW_TAG, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  bytes.set(ascii("data"), 36);
  view.setUint32(40, size, true);
  if (format === "mulaw") {
    muLaw.encode(samples, samples.length, bytes, 44);
  } else {
    samples.forEach((sample, i) => view.setInt16(44 + i * 2, sample, true));
  }
  return bytes;
}

function ascii(word: string): Uint8Array {
  return Uint8Array.from(word, (letter) => letter.charCodeAt(0));
}

export function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
