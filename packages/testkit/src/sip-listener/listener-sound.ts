import { readFileSync } from "node:fs";

import { parseWav, resample } from "@linedesk/audio";

/** A tone in Hz, samples at 8 kHz, or a WAV file. Each repeats without end. */
export type ListenerSound = number | Int16Array | string;

export const sampleRate = 8000;
const toneAmplitude = 8000;

/** Returns a function that returns the next sample at each call. */
export function samplesOf(sound: ListenerSound): () => number {
  if (typeof sound === "number") {
    return tone(sound);
  }
  const samples = typeof sound === "string" ? readWav(sound) : sound;
  let at = 0;
  return () => {
    const sample = samples[at] ?? 0;
    at = (at + 1) % Math.max(1, samples.length);
    return sample;
  };
}

function tone(frequencyHz: number): () => number {
  let at = 0;
  return () => {
    at = (at + 1) % sampleRate;
    return Math.round(toneAmplitude * Math.sin((2 * Math.PI * frequencyHz * at) / sampleRate));
  };
}

function readWav(path: string): Int16Array {
  const wav = parseWav(readFileSync(path));
  const samples = resample(wav.samples, wav.sampleRate, sampleRate);
  return Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
}
