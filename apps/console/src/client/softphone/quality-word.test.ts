import { describe, expect, test } from "vitest";

import { qualityWord } from "./quality-word.ts";

describe("the quality word", () => {
  test("[VD52] is excellent above 4.2, unrounded", () => {
    expect(qualityWord(4.21)).toBe("excellent");
    expect(qualityWord(4.2)).toBe("great");
  });

  test("[VD52] has no gap between the bands", () => {
    const words = [4.2, 4.05, 4.04, 3.65, 3.64, 3.05, 3.04, 0].map(qualityWord);

    expect(words).toEqual([
      "great",
      "great",
      "good",
      "good",
      "fair",
      "fair",
      "degraded",
      "degraded",
    ]);
  });
});
