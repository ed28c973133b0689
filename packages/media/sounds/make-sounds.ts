/**
 * Makes every built-in sound: `npx tsx packages/media/sounds/make-sounds.ts`. This file composes
 * and synthesises the music, and espeak-ng speaks the words. No other source is used.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { parseWav, resample, sine, writeWav } from "@linedesk/audio";
import { holdMusic } from "./hold-music.ts";

const SAMPLE_RATE = 8000;

const prompts: Record<string, string> = {
  apology: "We are sorry. An application error has occurred. Goodbye.",
  "line-closed":
    "Thank you for calling. This line is closed at the moment. Please call again later.",
  "please-hold": "Please hold the line.",
  "not-in-service": "The number you have called is not in service.",
  "cannot-connect": "Your call cannot be connected.",
  "speech-unavailable": "Sorry. This message cannot be read out.",
  goodbye: "Goodbye.",
  "enter-code": "Hello. Please key in the six digit code that you were shown.",
  "wrong-code": "That is not the code. Please try again.",
  "code-accepted": "Thank you. This number is verified. Goodbye.",
  "code-refused": "This number is not verified. Goodbye.",
  ...Object.fromEntries(
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].map(
      (word, digit) => [`digit-${digit}`, word],
    ),
  ),
};

function save(name: string, samples: Int16Array): void {
  const file = new URL(`./${name}.wav`, import.meta.url);
  writeFileSync(file, writeWav(samples, SAMPLE_RATE, "mulaw"));
}

function speak(text: string): Int16Array {
  const folder = mkdtempSync(path.join(tmpdir(), "linedesk-sounds-"));
  try {
    const file = path.join(folder, "speech.wav");
    execFileSync("espeak-ng", ["-v", "en-gb", "-s", "150", "-g", "3", "-w", file, text]);
    const spoken = parseWav(readFileSync(file));
    return toInt16(trim(resample(spoken.samples, spoken.sampleRate, SAMPLE_RATE)), 0.7);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the silence that espeak-ng puts around its words. */
function trim(samples: Float32Array): Float32Array {
  const first = samples.findIndex((sample) => Math.abs(sample) > 0.01);
  const last = samples.findLastIndex((sample) => Math.abs(sample) > 0.01);
  return samples.slice(Math.max(0, first - 400), last + 800);
}

/** Scales the samples to the given peak, 0..1. */
function toInt16(samples: Float32Array, peak: number): Int16Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0.001);
  return Int16Array.from(samples, (sample) => Math.round((sample / loudest) * peak * 32_767));
}

save(
  "beep",
  sine({ frequenciesHz: [880], durationMs: 250, amplitude: 0.3, sampleRate: SAMPLE_RATE }),
);
save("hold-music", toInt16(holdMusic(SAMPLE_RATE), 0.45));
for (const [name, text] of Object.entries(prompts)) {
  save(name, speak(text));
}
