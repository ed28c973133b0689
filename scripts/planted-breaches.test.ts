import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import type { Breach } from "./breach.ts";
import { findDialectBreaches } from "./check-dialect.ts";
import { findDirectionBreaches } from "./check-directions.ts";
import { findRuleProblems } from "./check-rules.ts";

const repository = join(import.meta.dirname, "..");

/** Creates a checkout with only these files. */
function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "linedesk-planted-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function namesOf(breaches: Breach[]): string[] {
  return [...new Set(breaches.map(({ check }) => check))].toSorted();
}

test("every check of the dialect refuses a planted breach in a checkout", () => {
  const root = plant({
    "apps/server/src/helpers.ts": "export function dialCall() {}",
    "apps/server/src/ears.ts": "export class CallEars {}",
    "apps/server/src/comment.ts": "// Who calls at the door.\nexport function comment() {}",
    "apps/server/src/code.ts": "export function code() { return 13224; }",
    "apps/server/src/log.ts": "export function log() { logger.info(`up at ${port}`); }",
    "apps/server/src/pattern.ts": String.raw`export const pattern = () => text.split(/\s*;\s*q=/);`,
    "e2e/calls.e2e.ts": "const told = 1;",
    "bench/run.ts": "const heard = 1;",
    "scripts/talks.test.ts": "export {};",
    "apps/server/tests/support/desk.ts": "const stranger = 1;",
  });

  const breaches = findDialectBreaches(root, [{ hash: "0123456789", subject: "Wip" }]);

  expect(breaches.map(({ check, at }) => `${check} ${at}`)).toEqual([
    "file-name apps/server/src/helpers.ts",
    "banned-name apps/server/src/ears.ts",
    "banned-name apps/server/src/ears.ts:1",
    "banned-name apps/server/tests/support/desk.ts:1",
    "banned-name bench/run.ts:1",
    "banned-name e2e/calls.e2e.ts:1",
    "banned-name scripts/talks.test.ts",
    "comment-opening apps/server/src/comment.ts:1",
    "comment-word apps/server/src/comment.ts:1",
    "twilio-code apps/server/src/code.ts:1",
    "log-message apps/server/src/log.ts:1",
    "linear-pattern apps/server/src/pattern.ts:1",
    "commit-subject commits/01234567",
  ]);
});

test("[SR26] every check of the directions refuses a planted breach in a checkout", () => {
  const root = plant({
    "apps/server/src/config/read.ts": `import "../calls/rule.ts";`,
    "apps/server/src/calls/rule.ts": `db.selectFrom("call"); import P from "pusher";`,
    "apps/server/src/calls/call-store.ts": `import P from "pusher"; import "@linedesk/exchange";`,
    "apps/server/src/chat/send.ts": `import { find } from "../calls/call-store.ts";`,
    "apps/server/src/chat/fake.ts": "export const fake = {};",
    "apps/server/src/chat/fake.test.ts": `import "./fake.ts";`,
    "apps/server/src/chat/worker.ts": "export const worker = {};",
    "apps/server/src/chat/worker.test.ts": `import "./worker.ts";`,
    "scripts/build.ts": `const entry = "apps/server/src/chat/worker.ts";`,
  });

  const breaches = findDirectionBreaches(root);

  expect(namesOf(breaches)).toEqual([
    "folder-order",
    "foreign-store",
    "hidden-test-support",
    "library",
    "package-direction",
    "sql",
  ]);
  expect(breaches).toContainEqual({
    check: "folder-order",
    at: "apps/server/src/config/read.ts",
    message: "It imports apps/server/src/calls/rule.ts: config is below calls.",
  });
  expect(breaches.filter(({ check }) => check === "hidden-test-support")).toHaveLength(1);
});

test("[SR26] the check of the rules reads the pages and the tests of a checkout", () => {
  const root = plant({
    "docs/spec/calls.md": "- [DS1] One.\n- [DS2] Two.\n- [DS3] planned: Three.\n- [DS4] Four.\n",
    "vitest.config.ts": `include: ["apps/*/src/**/*.test.ts"]`,
    "playwright.config.ts": `testDir: "e2e", testMatch: "**/*.e2e.ts"`,
    "apps/server/src/a.test.ts": `test("[DS1] [DS9] one", f);`,
    "e2e/b.e2e.ts": `test("[DS3] three", f);`,
    "bench/c.test.ts": `test("[DS4] four", f);`,
  });

  expect(findRuleProblems(root, {})).toEqual([
    "docs/spec/calls.md:2: no test proves DS2",
    "docs/spec/calls.md:3: DS3 is proven: drop its planned mark",
    "docs/spec/calls.md:4: DS4 is proven only by a test that does not run: bench/c.test.ts:1: no runner of npm test includes the file",
    "apps/server/src/a.test.ts:1: no rule has the id DS9",
  ]);
});

interface LintReport {
  diagnostics: { code: string; filename: string }[];
}

/** Returns the linter's findings in a folder with this repository's configuration, sorted. */
function lint(root: string): string[] {
  copyFileSync(join(repository, ".oxlintrc.json"), join(root, ".oxlintrc.json"));
  const program = join(repository, "node_modules", ".bin", "oxlint");
  const { stdout } = spawnSync(program, ["--type-aware", "--format=json"], {
    cwd: root,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as LintReport;
  const found = diagnostics.map(({ code, filename }) => `${filename} ${code}`);
  return [...new Set(found)].toSorted();
}

/** Returns the rules of this repository's configuration by their names in the linter's reports. */
function listLintRules(): string[] {
  const text = readFileSync(join(repository, ".oxlintrc.json"), "utf8");
  const { rules } = JSON.parse(text) as { rules: Record<string, unknown> };
  return Object.entries(rules)
    .filter(([, level]) => level !== "off")
    .map(([name]) => (name.includes("/") ? name.replace(/\/(.*)/, "($1)") : `eslint(${name})`));
}

// The linter reads types in a separate process, which is slow on a busy machine, so the time limit
// of this test is longer.
test("[SR26] the linter refuses each planted breach of the house style", () => {
  const lines = (count: number) => "f();\n".repeat(count);
  const root = plant({
    "a/braces.ts": "export function f(a: boolean) { if (a) return 1; return 2; }",
    "a/shape.ts": "export type Shape = { a: string };",
    "a/it.test.ts": `import { expect, it } from "vitest"; it("works", () => { expect(1).toBe(1); });`,
    "a/run.test.ts": `import { test } from "vitest"; test.skip("a", f); test.only("b", f);`,
    "a/long.ts": lines(401),
    "a/long-function.ts": `export function f() {\n${lines(61)}}`,
    "a/one.ts": `import type { Two } from "./two.ts"; export interface One { two: Two }`,
    "a/two.ts": `import type { One } from "./one.ts"; export interface Two { one: One }`,
    "a/snake_case.ts": `export const shape: import("./shape.ts").Shape = { a: "a" };`,
    "a/any.ts": "export function f(a: any, b?: string) { return [a, b!.length, a == b]; }",
    "a/caught.ts": "export function f() { try { g(); } catch {} }",
    "a/console.ts": `console.log("here"); export default 1;`,
    "tsconfig.json": `{ "compilerOptions": { "strict": true } }`,
    "a/floating.ts": "async function f() {} export function g() { f(); }",
    "a/misused.ts": "async function f() { return true; } export function g() { if (f()) { g(); } }",
    "a/choice.ts": `export function f(a: "b" | "c") { switch (a) { case "b": return 1; } }`,
    "a/types.ts": `import { Shape } from "./shape.ts"; export const shape: Shape = { a: "a" };`,
    "a/deep.ts": `export function f(a: boolean) { ${"if (a) { ".repeat(4)} f(a); ${"}".repeat(4)} }`,
    "apps/server/src/a.ts": `import "./testing/a.ts";`,
    "apps/server/src/a.test.ts": `import "./testing/a.ts";`,
    "packages/base/src/b.ts": `import "@linedesk/audio/testing";`,
  });

  const found = lint(root);

  expect(found).toEqual([
    "a/any.ts eslint(eqeqeq)",
    "a/any.ts typescript(no-explicit-any)",
    "a/any.ts typescript(no-non-null-assertion)",
    "a/braces.ts eslint(curly)",
    "a/caught.ts eslint(no-empty)",
    "a/choice.ts typescript(switch-exhaustiveness-check)",
    "a/console.ts eslint(no-console)",
    "a/console.ts import(no-default-export)",
    "a/deep.ts eslint(max-depth)",
    "a/floating.ts typescript(no-floating-promises)",
    "a/it.test.ts vitest(consistent-test-it)",
    "a/long-function.ts eslint(max-lines-per-function)",
    "a/long.ts eslint(max-lines)",
    "a/misused.ts typescript(no-misused-promises)",
    "a/one.ts import(no-cycle)",
    "a/run.test.ts vitest(expect-expect)",
    "a/run.test.ts vitest(no-disabled-tests)",
    "a/run.test.ts vitest(no-focused-tests)",
    "a/shape.ts typescript(consistent-type-definitions)",
    "a/snake_case.ts typescript(consistent-type-imports)",
    "a/snake_case.ts unicorn(filename-case)",
    "a/two.ts import(no-cycle)",
    "a/types.ts typescript(consistent-type-imports)",
    "apps/server/src/a.ts eslint(no-restricted-imports)",
    "packages/base/src/b.ts eslint(no-restricted-imports)",
  ]);
  const refused = new Set(found.map((one) => one.slice(one.indexOf(" ") + 1)));
  expect(listLintRules().filter((rule) => !refused.has(rule))).toEqual([]);
}, 180_000);
