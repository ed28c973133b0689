import { expect, test } from "vitest";

import { findFileNameBreaches } from "./file-names.ts";

function breachesOf(name: string, text: string): string[] {
  const path = `apps/console/src/a/${name}`;
  return findFileNameBreaches([{ path, text }]).map(({ message }) => message);
}

test.each([
  ["dial-call.ts", "export function dialCall() {}"],
  ["call-limits.ts", "export const CALL_LIMITS = 1;"],
  ["sip-uri.ts", "export interface SipUri {}"],
  ["call.ts", "class Call {}\nexport { Call };"],
  ["Row.tsx", "export function Row() {}"],
  ["api-docs.ts", "export function registerApiDocs() {}"],
  ["callers.ts", "export const callerEndpoint = 1;"],
  ["media-worker.ts", "listen();"],
  ["state.ts", "export type Other = 1;\nexport type State = 2;"],
  ["row.test.ts", "export const other = 1;"],
  ["index.ts", `export { a } from "./a.ts";`],
  ["vite.config.ts", "export const other = 1;"],
])("%s may contain %s", (name, text) => {
  expect(breachesOf(name, text)).toEqual([]);
});

test.each([
  ["helpers.ts", "export function dialCall() {}", "dialCall"],
  ["Row.tsx", "export function RowList() {}", "RowList"],
  ["dialCall.ts", "export function dialCall() {}", "dialCall"],
  ["Row.tsx", "export const row = 1;", "row"],
  ["call-list.ts", "export function createCallBook() {}", "createCallBook"],
  ["helpers.ts", "export { type A, b as dialCall };", "A, dialCall"],
])("%s is not named after its export: %s", (name, text, exported) => {
  expect(breachesOf(name, text)).toEqual([
    `It exports ${exported}: name the file after its main export.`,
  ]);
});

test("a store and a file of handlers are named after the noun in their functions", () => {
  const text = "export function insertCaller() {}\nexport function countCalls() {}";
  const paths = ["caller-store", "caller-handlers", "person-store"].map((name) => ({
    path: `apps/x/src/${name}.ts`,
    text,
  }));

  expect(findFileNameBreaches(paths).map(({ at }) => at)).toEqual(["apps/x/src/person-store.ts"]);
});
