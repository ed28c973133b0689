import { expect, test } from "vitest";

import { sine } from "@linedesk/audio";
import { SilenceWatch } from "./silence-watch.ts";

const sampleRate = 48_000;
function tone(durationMs: number) {
  return sine({ frequenciesHz: [440], durationMs, amplitude: 0.3, sampleRate });
}

test("a tone has no gap, however its frames are divided", () => {
  const watch = new SilenceWatch();

  for (const samples of [tone(1000).subarray(0, 777), tone(1000).subarray(777)]) {
    watch.add(samples, sampleRate);
  }

  expect(watch.takeLongestMs()).toBeLessThan(0.5);
});

test("a gap is measured to within a millisecond, even across two frames, and reading resets it", () => {
  const watch = new SilenceWatch();
  const samples = tone(1000);
  samples.fill(0, 10_000, 10_000 + 48 * 7);

  watch.add(samples.subarray(0, 10_100), sampleRate);
  watch.add(samples.subarray(10_100), sampleRate);

  const longestMs = watch.takeLongestMs();
  expect(longestMs).toBeGreaterThan(6.9);
  expect(longestMs).toBeLessThan(8);
  expect(watch.takeLongestMs()).toBe(0);
});
