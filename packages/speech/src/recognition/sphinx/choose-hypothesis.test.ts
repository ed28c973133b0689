import { describe, expect, test } from "vitest";

import { chooseHypothesis, phoneSimilarity } from "./choose-hypothesis.ts";

function phones(text: string) {
  return text.split(" ");
}
const sales = { text: "sales", score: -2000, phones: phones("S EY L Z") };

describe("a hint or free text", () => {
  test("is the hint where free text heard much the same phones", () => {
    const free = { text: "sails", score: -2600, phones: phones("S EY L Z"), confidence: 0.9 };

    const chosen = chooseHypothesis({ hint: sales, free, voicedMs: 500 });

    expect(chosen.isHint).toBe(true);
    expect(chosen.confidence).toBeGreaterThan(0.7);
  });

  test("is free text where the hint fits badly", () => {
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

  test("is free text where the grammar heard nothing, and the hint where free text did", () => {
    const free = { text: "hello", score: -10, phones: phones("HH AH L OW"), confidence: 0.5 };
    const silence = { text: "", phones: [], confidence: 0 };
    const nothing = { text: "", score: 0, phones: [] };

    expect(chooseHypothesis({ hint: nothing, free, voicedMs: 400 }).isHint).toBe(false);
    expect(
      chooseHypothesis({ hint: sales, free: { ...silence, score: -6000 }, voicedMs: 400 }).isHint,
    ).toBe(true);
  });
});

/** As measured: the paths' scores for a frame, and how alike their phones are. */
function measured(perFrame: number, alike: number) {
  const phones = Array.from({ length: 20 }, (_, at) => (at < 20 * alike ? "same" : "other"));
  return chooseHypothesis({
    hint: { text: "sales", score: perFrame * 100, phones: phones.map(() => "same") },
    free: { text: "hail", score: 0, phones: phones, confidence: 0.4 },
    voicedMs: 1000,
  });
}

describe("by what was measured of telephones", () => {
  test.each([
    ["sales department", "technical support", 21.5, 0.05],
    ["I want to cancel my order", "billing", 22.6, 0.1],
    ["what did you say", "yes", 11.9, 0.2],
    ["maybe later", "yes", -4.7, 0],
    ["who won the game", "talk to an operator", -1.5, 0.15],
  ])("'%s' is not '%s'", (_spoken, _hint, perFrame, alike) => {
    expect(measured(perFrame, alike)).toEqual({ isHint: false, confidence: 0.4 });
  });

  test.each([
    ["Wollongong", "while i'm gone", 25.2, 0.5],
    ["billing", "elaine", 52.7, 0.4],
    ["sales", "failed", 33.2, 0.5],
    ["technical support", "technicals apart", 46.8, 0.85],
  ])("'%s' is itself, though free text hears '%s'", (_spoken, _free, perFrame, alike) => {
    expect(measured(perFrame, alike)).toMatchObject({ isHint: true });
  });

  test("the worse the hint fits, the less it is trusted", () => {
    const trusted = [70, 50, 30, 20].map((perFrame) => measured(perFrame, 0.5).confidence);

    expect(trusted).toEqual(trusted.toSorted((one, other) => other - one));
    expect(trusted[0]).toBeGreaterThan(0.95);
    expect(trusted[3]).toBeLessThan(0.8);
  });
});

test("likeness is 1 of the same, 0 of nothing in common, and by edits between", () => {
  expect(phoneSimilarity(["A", "B"], ["A", "B"])).toBe(1);
  expect(phoneSimilarity(["A", "B"], ["C", "D"])).toBe(0);
  expect(phoneSimilarity(["A", "B", "C"], ["A", "C"])).toBeCloseTo(2 / 3);
});
