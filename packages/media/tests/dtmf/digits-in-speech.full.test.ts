import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { DtmfDetector, parseWav, resample } from "@linedesk/audio";

const folder = new URL("../../sounds/", import.meta.url);

test("[XM60] no digit is detected in recorded speech of seven pitches and in the hold music", () => {
  const sounds = readdirSync(folder)
    .filter((name) => name.endsWith(".wav"))
    .map((name) => parseWav(readFileSync(new URL(name, folder))));
  let seconds = 0;

  for (const { samples, sampleRate } of sounds) {
    for (const pitch of [0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5]) {
      const spoken = Int16Array.from(
        resample(samples, Math.round(sampleRate * pitch), 8000),
        (sample) => Math.round(sample * 32_767),
      );
      seconds += spoken.length / 8000;
      expect(new DtmfDetector(8000).feed(spoken)).toBe("");
    }
  }

  expect(seconds).toBeGreaterThan(240);
});
