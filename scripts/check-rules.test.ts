import { expect, test } from "vitest";

import { findProblems } from "./check-rules.ts";
import type { Quote } from "./rules/quotes.ts";
import { readRules } from "./rules/rules.ts";

const rules = readRules(
  "as.md",
  "- [AS1] It has a name.\n- [AS2] planned: It goes offline.\n- [AS3] by review: It looks calm.",
);

function quotesOf(...ids: string[]): Quote[] {
  return ids.map((id) => ({ id, at: "a.test.ts:1", notRun: null }));
}

test("matching rules and tests give no problem", () => {
  expect(findProblems(rules, quotesOf("AS1"))).toEqual([]);
});

test("a rule without a test is reported", () => {
  expect(findProblems(rules, [])).toEqual(["as.md:1: no test proves AS1"]);
});

test("a rule whose only test does not run by default is reported", () => {
  const skipped = { id: "AS1", at: "a.test.ts:9", notRun: "it is behind runIf" };

  expect(findProblems(rules, [skipped])).toEqual([
    "as.md:1: AS1 is proven only by a test that does not run: a.test.ts:9: it is behind runIf",
  ]);
  expect(findProblems(rules, [skipped, ...quotesOf("AS1")])).toEqual([]);
});

test("a planned rule may have a test that does not run yet", () => {
  const todo = { id: "AS2", at: "a.test.ts:9", notRun: "it is behind todo" };

  expect(findProblems(rules, [todo, ...quotesOf("AS1")])).toEqual([]);
});

test("an id without a rule is reported", () => {
  expect(findProblems(rules, quotesOf("AS1", "AS9"))).toEqual([
    "a.test.ts:1: no rule has the id AS9",
  ]);
});

test("a repeated id is reported", () => {
  const twice = [...rules, ...readRules("other.md", "- [AS1] Something else.")];

  expect(findProblems(twice, quotesOf("AS1"))).toEqual([
    "as.md:1: AS1 is defined twice, also at other.md:1",
  ]);
});

test("the mark of a rule that a test quotes must be removed", () => {
  expect(findProblems(rules, quotesOf("AS1", "AS2", "AS3"))).toEqual([
    "as.md:2: AS2 is proven: drop its planned mark",
    "as.md:3: AS3 is proven: drop its by review mark",
  ]);
});

test("a rule that only the long run proves is reported, unless it is listed", () => {
  const long = { id: "AS1", at: "a.full.test.ts:1", notRun: null };

  expect(findProblems(rules, [long])).toEqual([
    "as.md:1: AS1 is proven only by npm run test:full: add a shorter test, or list the rule in scripts/rules/long-run-rules.ts",
  ]);
  expect(findProblems(rules, [long], { AS1: "it takes minutes" })).toEqual([]);
  expect(findProblems(rules, [long, ...quotesOf("AS1")])).toEqual([]);
});

test("an unnecessary rule in the list of the long run is reported", () => {
  expect(findProblems(rules, quotesOf("AS1"), { AS1: "it takes minutes" })).toEqual([
    "scripts/rules/long-run-rules.ts: AS1 must not be in the list: npm test proves it, or it is not a rule",
  ]);
});
