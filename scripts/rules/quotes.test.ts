import { expect, test } from "vitest";

import { readQuotes, type Quote } from "./quotes.ts";

function quotesIn(text: string, isIncluded = true): Quote[] {
  return readQuotes({ path: "a.test.ts", text }, () => isIncluded);
}

function idsIn(text: string): string[] {
  return quotesIn(text).map(({ id }) => id);
}

test("every id of a title is found, in any kind of quotes", () => {
  expect(idsIn(`test("[AS1] [AS2] is offline", () => {})`)).toEqual(["AS1", "AS2"]);
  expect(idsIn(`test("[AX2][AX4] is seen", f)`)).toEqual(["AX2", "AX4"]);
  expect(idsIn(`test("[AX2, AX4,AX5] is seen", f)`)).toEqual(["AX2", "AX4", "AX5"]);
  expect(idsIn("test.each(rows)(`[QU10] keeps the order of ${name}`)")).toEqual(["QU10"]);
  expect(idsIn(`describe('[AS1] status', () => { test('[AS2] x', f); });`)).toEqual(["AS1", "AS2"]);
  expect(idsIn(`test.each([["[AS1] one", 1], ["[AS2] two", 2]] as const)("%s", f)`)).toEqual([
    "AS1",
    "AS2",
  ]);
  expect(idsIn("for (const [a] of [['[AS1] one']]) { test(`it is ${a}`, f); }")).toEqual(["AS1"]);
  expect(idsIn(`const atNight = test.extend(x); atNight("[AS1] sleeps", f)`)).toEqual(["AS1"]);
});

test("a title on its own line is found with its place", () => {
  expect(quotesIn(`test(\n  "[AS1] is offline",\n f)`)).toEqual([
    { id: "AS1", at: "a.test.ts:2", notRun: null },
  ]);
});

test.each([
  `const words = "[AS1] is offline";`,
  `expect(words).toBe("[AS1] is offline");`,
  `page.indexOf("[AS1]");`,
  `const rows = [["[AS1] is offline", 1]];`,
  `for (const words of ["[AS1] is offline"]) { say(words); }`,
  `test("is offline", f, "[AS1]");`,
  `function offline() { return "[AS1] is offline"; }`,
])("[SR26] a string that is no title proves nothing: %s", (text) => {
  expect(idsIn(text)).toEqual([]);
});

test.each([
  `describe("[AS1] is offline", () => {})`,
  `describe("[AS1] is offline", () => { describe("at night", () => {}); })`,
  `describe("[AS1] is offline", () => { test.skip("at night", f); })`,
  `describe("[AS1] is offline", () => { test.todo("at night"); })`,
])("[SR26] a group without a test that runs proves nothing: %s", (text) => {
  expect(quotesIn(text)[0]?.notRun).toBe("its group has no test that runs");
});

test("a comment and a text that only mentions an id later prove nothing", () => {
  expect(idsIn(`// test("[AS1] is offline")`)).toEqual([]);
  expect(idsIn(`/*\n * "[AS1] is offline" */`)).toEqual([]);
  expect(idsIn(`const words = "see [AS1]"; const other = \`\${a}[AS2]\`;`)).toEqual([]);
});

test.each([
  [`test.skip("[AS1] is offline", f)`, "behind skip"],
  [`test.skip(\n  "[AS1] is offline", f)`, "behind skip"],
  [`test.todo("[AS1] is offline")`, "behind todo"],
  [`test.fixme("[AS1] is offline", f)`, "behind fixme"],
  [`test.runIf(isRoot)("[AS1] is offline", f)`, "behind runIf"],
  [`test.skipIf(!isRoot).each(rows)("[AS1] is offline", f)`, "behind skipIf"],
  [`describe.runIf(isHere)("speech", () => { test("[AS1] is offline", f); })`, "behind runIf"],
  [`const atNight = test.runIf(x); atNight("[AS1] is offline", f)`, "behind runIf"],
  [`const or = x ? test : test.skip; or("[AS1] is offline", f)`, "behind skip"],
  [`if (process.env.SOAK) { test("[AS1] is offline", f); }`, "behind a condition"],
  [`isLong && test("[AS1] is offline", f)`, "behind a condition"],
  [`test("[AS1] is offline", { skip: true }, f)`, "options skip it"],
  [`test("[AS1] is offline", () => { test.skip(!hasNet, "why"); })`, "a condition skips it"],
  [`test("[AS1] is offline", ({ skip }) => { if (!x) { skip("why"); } })`, "a condition skips it"],
  [`test("[AS1] is offline", (context) => { context.skip(); })`, "a condition skips it"],
  [`test.skip(!hasNet, why()); test("[AS1] is offline", f)`, "a condition skips it"],
])("a test that does not run by default is reported: %s", (text, reason) => {
  expect(quotesIn(text)[0]?.notRun).toContain(reason);
});

test("a test of a file that no runner includes does not run", () => {
  expect(quotesIn(`test("[AS1] is offline", f)`, false)[0]?.notRun).toContain("no runner");
});

test.each([
  `test("[AS1] is offline", () => { if (a) { wait(); } })`,
  `test(isNew ? "[AS1] is new" : "[AS2] is old", f)`,
  `test("other", () => { test.skip(!a, "b"); }); test("[AS1] is offline", f)`,
  `for (const row of rows) { test(\`[AS1] \${row}\`, f); }`,
])("a test that runs by default is not reported: %s", (text) => {
  expect(quotesIn(text)[0]).toMatchObject({ id: "AS1", notRun: null });
});
