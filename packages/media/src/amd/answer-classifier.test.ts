import { expect, test } from "vitest";

import { joinSamples, muLaw, silence, sine } from "@linedesk/audio";
import { AnswerClassifier } from "./answer-classifier.ts";

const sampleRate = 8000;
function tone(hz: number, durationMs: number): Int16Array {
  return sine({ frequenciesHz: [hz], durationMs, amplitude: 0.3, sampleRate });
}

/** What is heard of it over the telephone, and when it was a beep. */
function beepsMs(...parts: Int16Array[]): number[] {
  const classifier = new AnswerClassifier();
  const sound = joinSamples([...parts, silence(1000, sampleRate)]);
  const coded = new Uint8Array(160);
  const block = new Int16Array(160);
  const found: number[] = [];
  for (let at = 0; at + 160 <= sound.length; at += 160) {
    muLaw.encode(sound.subarray(at, at + 160), 160, coded, 0);
    muLaw.decode(coded, 0, 160, block);
    if (classifier.classify(block, sampleRate).type === "beep") {
      found.push((at + 160) / 8);
    }
  }
  return found;
}

test.each([440, 1000, 1400])("one tone of %i Hz is a beep, 100 ms after its end", (hz) => {
  const [found, ...more] = beepsMs(silence(200, sampleRate), tone(hz, 300));

  expect(more).toEqual([]);
  expect(found).toBeGreaterThanOrEqual(580);
  expect(found).toBeLessThanOrEqual(660);
});

test("a beep in two tones is one beep", () => {
  expect(beepsMs(tone(800, 200), tone(600, 200))).toHaveLength(1);
});

test.each([
  [0, [330, 330, 330]],
  [40, [330, 330, 330]],
  [0, [276, 276, 380]],
] as const)(
  "the three rising tones before a network's announcement, %i ms apart, are no beep",
  (pauseMs, lengthsMs) => {
    const sit = [950, 1400, 1800].flatMap((hz, i) => [
      tone(hz, lengthsMs[i] ?? 0),
      silence(pauseMs, sampleRate),
    ]);

    expect(beepsMs(silence(200, sampleRate), ...sit)).toEqual([]);
  },
);

test("a beep after them is one", () => {
  const sit = [950, 1400, 1800].map((hz) => tone(hz, 330));

  expect(beepsMs(...sit, silence(800, sampleRate), tone(1000, 400))).toHaveLength(1);
});
