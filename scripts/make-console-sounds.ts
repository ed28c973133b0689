/**
 * Makes the console's sounds (`apps/console/public/sounds`): keypad tones, a soft ring, a rising
 * pair of notes for a call that goes out, a falling one for a call that ends, one note for a
 * message of the chat. Our own synthesis; run it after a change:
 * `npx tsx scripts/make-console-sounds.ts`.
 */
import { mkdirSync, writeFileSync } from "node:fs";

import { dtmf, joinSamples, silence, sine, writeWav } from "@linedesk/audio";

// No note has anything above 2 kHz, and every first load of the desk brings all of it.
const sampleRate = 8_000;
const folder = new URL("../apps/console/public/sounds/", import.meta.url);

function note(frequencyHz: number, durationMs: number): Int16Array {
  return fadeOut(
    sine({
      frequenciesHz: [frequencyHz, frequencyHz * 2],
      durationMs,
      amplitude: 0.16,
      sampleRate,
    }),
  );
}

/** A bell's decay: each note dies away instead of stopping. */
function fadeOut(samples: Int16Array): Int16Array {
  return samples.map((sample, index) =>
    Math.round(sample * Math.exp((-4 * index) / samples.length)),
  );
}

function pause(durationMs: number): Int16Array {
  return silence(durationMs, sampleRate);
}

function soundName(digit: string): string {
  if (digit === "*") {
    return "dtmfs";
  }
  return digit === "#" ? "dtmfh" : `dtmf${digit}`;
}

const sounds: Record<string, Int16Array> = {
  incoming: joinSamples([note(659, 380), note(784, 620), pause(1_400)]),
  outgoing: joinSamples([note(587, 180), note(880, 320)]),
  disconnect: joinSamples([note(587, 180), note(392, 320)]),
  message: note(988, 160),
};
for (const digit of "0123456789*#") {
  sounds[soundName(digit)] = dtmf(digit, sampleRate);
}

mkdirSync(folder, { recursive: true });
for (const [name, samples] of Object.entries(sounds)) {
  writeFileSync(new URL(`${name}.wav`, folder), writeWav(samples, sampleRate));
}
