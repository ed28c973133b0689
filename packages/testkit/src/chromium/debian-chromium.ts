import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { sine, writeWav } from "@linedesk/audio";

const sampleRate = 48_000;

/**
 * For Playwright's `launch`: Debian's Chromium, which asks nobody outside and draws without a card.
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
 * The same engine without the browser's own windows: a page is opened with half of the work. It
 * shows what a page does; what a person's browser does around it needs the whole one.
 */
export const headlessChromium = {
  ...debianChromium,
  executablePath: "/usr/bin/chromium-headless-shell",
};

/** A WAV file of ten seconds (48 kHz, half of full scale) that repeats without a seam. */
export function toneForEver(frequencyHz: number): Uint8Array {
  const tone = { frequenciesHz: [frequencyHz], durationMs: 10_000, amplitude: 0.5, sampleRate };
  return writeWav(sine(tone), sampleRate);
}

/** The flag with which the fake microphone says what the WAV file has, over and over. */
export function fakeMicrophoneArg(wav: Uint8Array, folder: string): string {
  const file = join(folder, "microphone.wav");
  writeFileSync(file, wav);
  return `--use-file-for-fake-audio-capture=${file}`;
}
