import { expect, test } from "vitest";

import { findSoundProblem, type MeasuredSound } from "./find-sound-problem.ts";

function aSound(over: Partial<MeasuredSound> = {}): MeasuredSound {
  return { kind: "file", durationMs: 60_000, lufs: -20, ...over };
}

test.each([
  ["music", {}, null],
  ["music", { kind: "stream" }, null],
  ["music", { durationMs: 900_000 }, null],
  ["music", { lufs: null }, "silent"],
  ["music", { lufs: -40.1 }, "too_quiet"],
  ["music", { lufs: -40 }, null],
  ["music", { lufs: -5 }, null],
  ["music", { lufs: -4.9 }, "too_loud"],
  ["announcement", { durationMs: 120_000 }, null],
  ["announcement", { durationMs: 120_001 }, "too_long"],
  ["announcement", { kind: "stream" }, "endless"],
  ["announcement", { lufs: null }, "silent"],
  ["programme", {}, "not_live"],
  ["programme", { kind: "stream", lufs: null }, null],
] as const)("[AD10] a sound for %s with %o has the problem %s", (use, over, problem) => {
  expect(findSoundProblem(use, aSound(over), { playsStreams: true })).toBe(problem);
});

test.each([
  ["programme", { kind: "stream" }, "not_streamed"],
  ["music", { kind: "stream" }, "not_streamed"],
  ["announcement", { kind: "stream" }, "endless"],
  ["music", {}, null],
] as const)(
  "[CA68] at a service without streams, a sound for %s with %o has the problem %s",
  (use, over, problem) => {
    expect(findSoundProblem(use, aSound(over), { playsStreams: false })).toBe(problem);
  },
);
