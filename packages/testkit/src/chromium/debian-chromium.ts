import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { sine, writeWav } from "@linedesk/audio";

const sampleRate = 48_000;

/**
 * Playwright's launch options for Debian's Chromium, without a graphics card and without background
 * requests.
 */
export const debianChromium = {
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/**
 * The same engine without the windows of the browser. It opens a page with half the work, and is
 * enough for a test of a page. A test of the browser itself needs the complete Chromium.
 */
export const headlessChromium = {
  ...debianChromium,
  executablePath: "/usr/bin/chromium-headless-shell",
};

/** Returns a WAV file of ten seconds (48 kHz, half of full scale) that repeats without a click. */
export function toneForEver(frequencyHz: number): Uint8Array {
  const tone = { frequenciesHz: [frequencyHz], durationMs: 10_000, amplitude: 0.5, sampleRate };
  return writeWav(sine(tone), sampleRate);
}

/** Returns the flag that makes the fake microphone repeat the WAV file. */
export function fakeMicrophoneArg(wav: Uint8Array, folder: string): string {
  const file = join(folder, "microphone.wav");
  writeFileSync(file, wav);
  return `--use-file-for-fake-audio-capture=${file}`;
}
