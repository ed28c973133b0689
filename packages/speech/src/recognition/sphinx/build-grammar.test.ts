import { describe, expect, test } from "vitest";

import { buildGrammar, formatHint } from "./build-grammar.ts";
import { readHints } from "./hint-tokens.ts";

function hintsOf(text: string) {
  return readHints(text).hints;
}

describe("hints", () => {
  test("are phrases between commas, each once, in the words that people say", () => {
    const { hints, refused } = readHints("Sales,  Rock & Roll , Sales, 2ZZ FM,,");

    expect(refused).toEqual([]);
    expect(hints.map(({ text }) => text)).toEqual(["Sales", "Rock & Roll", "2ZZ FM"]);
    expect(buildGrammar(hints)).toContain("public <hint> = sales | rock and roll | two zz fm;");
  });

  test("are answered as they were written", () => {
    const hints = hintsOf("Technical Support, Rock & Roll");

    expect(formatHint("technical support", hints)).toBe("Technical Support");
    expect(formatHint("rock and roll", hints)).toBe("Rock & Roll");
    expect(formatHint("something else", hints)).toBe("something else");
  });

  test("of a class are answered in figures", () => {
    const hints = hintsOf(
      "$OPERAND, order $OOV_CLASS_DIGIT_SEQUENCE, $MONTH, $OOV_CLASS_DIGIT_SEQUENCE",
    );

    expect(formatHint("twenty three", hints)).toBe("23");
    expect(formatHint("seventeen", hints)).toBe("17");
    expect(formatHint("four five nine one two", hints)).toBe("45912");
    expect(formatHint("oh four double nine", hints)).toBe("0499");
    expect(formatHint("order one two", hints)).toBe("order 12");
    expect(formatHint("august", hints)).toBe("August");
  });

  test("that are too long, too many or of no class are told apart", () => {
    expect(readHints("$NO_SUCH, ok").refused).toEqual(["$NO_SUCH"]);
    expect(readHints("x".repeat(101)).refused).toHaveLength(1);
    expect(
      readHints(
        Array.from(
          { length: 501 },
          (_, i) => `a${"b".repeat(1 + (i % 9))}${"c".repeat(1 + Math.floor(i / 9))}`,
        ).join(),
      ).refused,
    ).toHaveLength(1);
  });
});
