import { describe, expect, test } from "vitest";
import { chooseHypothesis, likeness } from "./choose-hypothesis.ts";

const phones = (text: string) => text.split(" ");
const sales = { text: "sales", score: -2000, phones: phones("S EY L Z") };

describe("a hint or free text", () => {
  test("[XT75] is the hint where free text heard much the same phones", () => {
    const free = { text: "sails", score: -2600, phones: phones("S EY L Z"), confidence: 0.9 };

    const chosen = chooseHypothesis({ hint: sales, free, voicedMs: 500 });

    expect(chosen.isHint).toBe(true);
    expect(chosen.confidence).toBeGreaterThan(0.7);
  });

  test("[XT75] is free text where the hint fits badly", () => {
    const text = "can i speak to somebody";
    const free = {
      text,
      score: -9000,
      phones: phones("K AE N AY S P IY K T UW S AH M B AA D IY"),
      confidence: 0.6,
    };

    const chosen = chooseHypothesis({ hint: { ...sales, score: -11_000 }, free, voicedMs: 2500 });

    expect(chosen).toEqual({ isHint: false, confidence: 0.6 });
  });

  test("[XT75] is free text where the grammar heard nothing, and the hint where free text did", () => {
    const free = { text: "hello", score: -10, phones: phones("HH AH L OW"), confidence: 0.5 };
    const nothing = { text: "", score: 0, phones: [] };

    expect(chooseHypothesis({ hint: nothing, free, voicedMs: 400 }).isHint).toBe(false);
    expect(
      chooseHypothesis({ hint: sales, free: { ...free, text: "", phones: [] }, voicedMs: 400 })
        .isHint,
    ).toBe(true);
  });
});

test("likeness is 1 of the same, 0 of nothing in common, and by edits between", () => {
  expect(likeness(["A", "B"], ["A", "B"])).toBe(1);
  expect(likeness(["A", "B"], ["C", "D"])).toBe(0);
  expect(likeness(["A", "B", "C"], ["A", "C"])).toBeCloseTo(2 / 3);
});
