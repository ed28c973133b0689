import { execFile } from "node:child_process";

import { parseWav, resample } from "@linedesk/audio";
import type { FictionalListener } from "./fictional-listeners.ts";
import { speechLike } from "./speech-like.ts";

const speaker = "espeak-ng";
const sampleRate = 8000;
const speakTimeoutMs = 5000;
const maxSpeechBytes = 4_000_000;
const pauseSamples = 2 * sampleRate;

/**
 * Returns the sound that a listener repeats: the listener's words by espeak-ng, or speech-like
 * sound if espeak-ng is not installed or fails.
 */
export async function createVoice(person: FictionalListener, index: number): Promise<Int16Array> {
  const spoken = await speak(person.says, index);
  if (spoken === null) {
    return speechLike(index + 1, 20);
  }
  const withPause = new Int16Array(spoken.length + pauseSamples);
  withPause.set(spoken);
  return withPause;
}

function speak(text: string, index: number): Promise<Int16Array | null> {
  const pitch = String(30 + ((index * 17) % 50));
  const speed = String(140 + ((index * 11) % 40));
  const args = ["--stdout", "-v", "en", "-p", pitch, "-s", speed, text];
  const limits = {
    encoding: "buffer",
    timeout: speakTimeoutMs,
    maxBuffer: maxSpeechBytes,
  } as const;
  return new Promise((resolve) => {
    execFile(speaker, args, limits, (error, wav) => {
      // If espeak-ng is not installed or fails, `createVoice` uses speech-like sound.
      resolve(error === null ? samplesOf(wav) : null);
    });
  });
}

function samplesOf(bytes: Buffer): Int16Array {
  const wav = parseWav(bytes);
  const samples = resample(wav.samples, wav.sampleRate, sampleRate);
  return Int16Array.from(samples, (sample) =>
    Math.round(Math.max(-1, Math.min(1, sample)) * 32_767),
  );
}
