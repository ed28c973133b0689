import { AudioFormatError } from "../audio-format-error.ts";
import { muLaw } from "../codecs/g711.ts";
import { alignSamples, readSamples, type WavAudio } from "./read-samples.ts";
import { trimWav, WavDataReader } from "./wav-data.ts";
import { MU_LAW_TAG, PCM_TAG } from "./wav-format.ts";

/**
 * Reads a RIFF/WAVE file, or one of its large forms RF64 and BW64: PCM of 8 to 32 bits, float of 32
 * or 64 bits, G.711 of both laws, 1..8 channels. A truncated data chunk (a broken or streamed file)
 * is read to its end. Throws AudioFormatError and nothing else.
 */
export function parseWav(bytes: Uint8Array): WavAudio {
  const reader = new WavDataReader();
  const data = reader.push(trimWav(bytes));
  if (reader.format === null || !reader.hasData) {
    throw new AudioFormatError("wav_malformed", "The WAV has no data chunk");
  }
  return readSamples(alignSamples(reader.format, data), data);
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
