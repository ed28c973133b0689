import { expect, test } from "vitest";

import type { MediaEvent } from "../port/media-port.ts";
import { UtteranceDetectors } from "./utterance-detectors.ts";

const plan = { endSilenceMs: 1000, longestMs: 10_000 };

test("five hundred are listened to at once; one more is told, and comes when one has gone", () => {
  const emitted: MediaEvent[] = [];
  const leg = { incoming: { block: new Int16Array(160) }, phase: 0, sampleRate: 8000 };
  const posts = new UtteranceDetectors({
    legs: new Map([["leg", leg]]),
    emit: (event) => void emitted.push(event),
  });
  for (let at = 0; at < 500; at += 1) {
    posts.listen("leg", `post ${at}`, plan);
  }
  expect(emitted).toEqual([]);

  posts.listen("leg", "late", plan);
  expect(emitted).toEqual([{ type: "utterance.ended", listening: "late", reason: "too_many" }]);

  posts.stop("post 0");
  posts.listen("leg", "later", plan);
  expect(emitted).toHaveLength(1);
});
