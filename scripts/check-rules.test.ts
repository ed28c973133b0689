import { describe, expect, test } from "vitest";
import { findProblems, markProven, readQuotes, readRules, summarise } from "./check-rules.ts";

const spec = [
  "# Audio servers",
  "",
  "- [AS1] An audio server has a name.",
  "- [AS2] planned: It goes offline.",
  "- [AS3] by review: It looks calm.",
  "",
  "  | a | table |",
].join("\n");

function quotesOf(...ids: string[]) {
  return ids.map((id) => ({ id, at: "a.test.ts:1" }));
}

describe("readRules", () => {
  test("reads id, mark and place of each rule", () => {
    const rules = readRules("as.md", spec);

    expect(rules).toEqual([
      { id: "AS1", mark: "none", at: "as.md:3" },
      { id: "AS2", mark: "planned", at: "as.md:4" },
      { id: "AS3", mark: "by review", at: "as.md:5" },
    ]);
  });

  test("takes no rule from other list items", () => {
    const rules = readRules("README.md", "- A rule marked planned\n  - [AS1] indented\n- [as1] x");

    expect(rules).toEqual([]);
  });
});

describe("readQuotes", () => {
  const idsIn = (text: string) => readQuotes("a.test.ts", text).map((quote) => quote.id);

  test("finds every id of a title, in any kind of quotes", () => {
    expect(idsIn(`it("[AS1] [AS2] is offline", () => {`)).toEqual(["AS1", "AS2"]);
    expect(idsIn("test.each(rows)(`[QU10] keeps the order of ${name}`)")).toEqual(["QU10"]);
    expect(idsIn(`describe('[AS1] status', () => { it('[AS2] x', f); });`)).toEqual(["AS1", "AS2"]);
  });

  test("finds a title on a line of its own, with its place", () => {
    const quotes = readQuotes("a.test.ts", `it(\n  "[AS1] is offline",\n`);

    expect(quotes).toEqual([{ id: "AS1", at: "a.test.ts:2" }]);
  });

  test("proves nothing by a comment, a skipped test or a text that only names an id later", () => {
    expect(idsIn(`// it("[AS1] is offline")`)).toEqual([]);
    expect(idsIn(` * "[AS1] is offline"`)).toEqual([]);
    expect(idsIn(`it.skip("[AS1] is offline", f)`)).toEqual([]);
    expect(idsIn(`it.skip(\n  "[AS1] is offline", f)`)).toEqual([]);
    expect(idsIn(`it.todo("[AS1] is offline")`)).toEqual([]);
    expect(idsIn(`const words = "see [AS1]";`)).toEqual([]);
  });
});

describe("findProblems", () => {
  const rules = readRules("as.md", spec);

  test("says nothing when rules and tests agree", () => {
    expect(findProblems(rules, quotesOf("AS1"))).toEqual([]);
  });

  test("names a rule that no test proves", () => {
    expect(findProblems(rules, [])).toEqual(["as.md:3: no test proves AS1"]);
  });

  test("names an id that no rule has", () => {
    expect(findProblems(rules, quotesOf("AS1", "AS9"))).toEqual([
      "a.test.ts:1: no rule has the id AS9",
    ]);
  });

  test("names an id that is given twice", () => {
    const twice = [...rules, ...readRules("other.md", "- [AS1] Something else.")];

    expect(findProblems(twice, quotesOf("AS1"))).toEqual([
      "as.md:3: AS1 is given twice, also at other.md:1",
    ]);
  });

  test("asks to drop the mark of a rule that a test quotes", () => {
    expect(findProblems(rules, quotesOf("AS1", "AS2", "AS3"))).toEqual([
      "as.md:4: AS2 is proven: drop its planned mark",
      "as.md:5: AS3 is proven: drop its by review mark",
    ]);
  });
});

describe("markProven", () => {
  test("drops the planned mark of quoted rules alone", () => {
    const text = "- [AS1] planned: One.\n- [AS2] planned: Two is planned: later.\n";

    expect(markProven(text, new Set(["AS2"]))).toBe(
      "- [AS1] planned: One.\n- [AS2] Two is planned: later.\n",
    );
  });
});

describe("summarise", () => {
  test("counts the rules by mark", () => {
    expect(summarise(readRules("as.md", spec))).toBe("rules: 3, proven 1, planned 1, by review 1");
  });
});
