import { expect, test } from "vitest";

import { rootMeanSquare, toneShare } from "@linedesk/audio";
import { speechLike } from "./speech-like.ts";
import { isSpeechReceived } from "./speech-received.ts";

test("[SR24] speech-like sound has the loudness and the pauses of speech", () => {
  const speech = speechLike(7, 10);

  expect(speech).toHaveLength(80_000);
  expect(rootMeanSquare(speech)).toBeGreaterThan(300);
  expect(isSpeechReceived(speech)).toBe(true);
  expect(speech.every((sample) => Math.abs(sample) < 12_000)).toBe(true);
});

test("speech-like sound is no tone", () => {
  for (const frequencyHz of [440, 1000]) {
    expect(toneShare(speechLike(7, 4), frequencyHz, 8000)).toBeLessThan(0.2);
  }
});

test("two seeds make different voices, and one seed always makes the same voice", () => {
  expect(speechLike(1, 1)).toEqual(speechLike(1, 1));
  expect(speechLike(1, 1)).not.toEqual(speechLike(2, 1));
});

test("neither music without pauses nor an empty sound is mistaken for speech", () => {
  const music = Int16Array.from({ length: 32_000 }, (_, i) => 4000 * Math.sin(i / 7));

  expect(isSpeechReceived(music)).toBe(false);
  expect(isSpeechReceived(new Int16Array(0))).toBe(false);
});
