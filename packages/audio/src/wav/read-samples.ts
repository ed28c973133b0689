import { AudioFormatError } from "../audio-format-error.ts";
import { aLaw, muLaw, type G711 } from "../codecs/g711.ts";
import {
  A_LAW_TAG,
  FLOAT_TAG,
  LOW_24_TAG,
  MU_LAW_TAG,
  PCM_TAG,
  type WavFormat,
} from "./wav-format.ts";

/** Mono samples -1..1; several channels are averaged. */
export interface WavAudio {
  sampleRate: number;
  channels: number;
  samples: Float32Array;
}

const unsupportedNames: Readonly<Record<number, string>> = {
  0x02: "MS ADPCM",
  0x11: "IMA ADPCM",
  0x31: "GSM 6.10",
  0x92: "AC-3",
  0xff: "AAC",
  0x0161: "Windows Media",
  0x0162: "Windows Media",
  0x2000: "AC-3",
  0x2001: "DTS",
  0x674f: "Vorbis",
};

/**
 * Returns the format, with LOW_24_TAG if the lower bytes contain the sound. By the standard,
 * samples of 24 bits in 4 bytes use the upper bytes, but some programs use the lower ones.
 */
export function alignSamples(format: WavFormat, data: Uint8Array): WavFormat {
  return format.tag === PCM_TAG && format.bits === 24 && format.sampleBytes === 4 && isLow(data)
    ? { ...format, tag: LOW_24_TAG }
    : format;
}

function isLow(data: Uint8Array): boolean {
  let hasLowest = false;
  for (let at = 0; at + 4 <= data.length; at += 4) {
    const sign = (data[at + 2] ?? 0) >= 0x80 ? 0xff : 0;
    if (data[at + 3] !== sign) {
      return false;
    }
    hasLowest ||= data[at] !== 0;
  }
  return hasLowest;
}

export function readSamples(format: WavFormat, data: Uint8Array): WavAudio {
  const { sampleBytes } = format;
  const read = sampleReader(format, data);
  const frames = Math.floor(data.length / (sampleBytes * format.channels));
  const samples = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel += 1) {
      sum += read((frame * format.channels + channel) * sampleBytes);
    }
    const mean = sum / format.channels;
    // Float files may contain NaN or infinities, which would destroy the whole mix.
    samples[frame] = Number.isFinite(mean) ? Math.max(-1, Math.min(1, mean)) : 0;
  }
  return { sampleRate: format.sampleRate, channels: format.channels, samples };
}

function sampleReader(format: WavFormat, data: Uint8Array): (at: number) => number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  switch (`${format.tag}/${format.sampleBytes}`) {
    case `${PCM_TAG}/1`:
      return (at) => (view.getUint8(at) - 128) / 128;
    case `${PCM_TAG}/2`:
      return (at) => view.getInt16(at, true) / 32_768;
    case `${PCM_TAG}/3`:
      return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608;
    case `${PCM_TAG}/4`:
      return (at) => view.getInt32(at, true) / 2_147_483_648;
    case `${LOW_24_TAG}/4`:
      return (at) => view.getInt32(at, true) / 8_388_608;
    case `${FLOAT_TAG}/4`:
      return (at) => view.getFloat32(at, true);
    case `${FLOAT_TAG}/8`:
      return (at) => view.getFloat64(at, true);
    case `${MU_LAW_TAG}/1`:
      return g711Reader(muLaw, data);
    case `${A_LAW_TAG}/1`:
      return g711Reader(aLaw, data);
    default:
      throw new AudioFormatError("wav_unsupported", describeFormat(format));
  }
}

function describeFormat({ tag, bits }: WavFormat): string {
  const name = unsupportedNames[tag];
  return name === undefined
    ? `WAV format ${tag} with ${bits} bits is not supported`
    : `A WAV with ${name} (format ${tag}) is not supported`;
}

function g711Reader(codec: G711, data: Uint8Array): (at: number) => number {
  const one = new Int16Array(1);
  return (at) => {
    codec.decode(data, at, 1, one);
    return (one[0] ?? 0) / 32_768;
  };
}
