/**
 * Makes the console's sounds (`apps/console/public/sounds`) by synthesis. They are keypad tones, a
 * soft ring, two rising notes for an outgoing call, two falling notes for the end of a call, and
 * one note for a chat message. After a change, run `npx tsx scripts/make-console-sounds.ts`.
 */
import { mkdirSync, writeFileSync } from "node:fs";

import { dtmf, joinSamples, silence, sine, writeWav } from "@linedesk/audio";

// No note is above 2 kHz. The rate is low because the first load of each desk contains all sounds.
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

/** Lets a note decay like a bell, so that it does not stop abruptly. */
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
