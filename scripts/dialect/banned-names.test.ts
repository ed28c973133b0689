import { expect, test } from "vitest";

import { findBannedNames, splitWords } from "./banned-names.ts";

function namesIn(text: string, path = "apps/exchange/src/x.ts"): string[] {
  return findBannedNames([{ path, text }]).map(({ message }) => message.split(" ")[2] ?? "");
}

test.each([
  ["class CallEars {}", "CallEars"],
  ["function letGoOfCall() {}", "letGoOfCall"],
  ["const HEARD_KEYS = 1;", "HEARD_KEYS"],
  ["interface DialWish {}", "DialWish"],
  ["type A = { toldHeaders: string };", "toldHeaders"],
  ["class A { #bury(): void {} }", "bury"],
  ["class A { heed = 1; }", "heed"],
  ["function f(stranger: string) {}", "stranger"],
  ["const { call: onlooker } = legs;", "onlooker"],
  ["const [farewellMs = 1] = list;", "farewellMs"],
  ["class CallBook {}", "CallBook"],
  ["const f = (...news) => 1;", "news"],
])("%s declares a banned name", (text, name) => {
  expect(namesIn(text)).toEqual([name]);
});

test("a string, a name that the file only uses, and a name that only resembles a banned one pass", () => {
  expect(namesIn(`const learn = "letGo", bookmark = CallBook, years = wish(heard);`)).toEqual([]);
  expect(namesIn("const { kept } = store; keepAlive({ heard: 1 }); class BookStore {}")).toEqual(
    [],
  );
  expect(namesIn("", "apps/console/src/features/phone-book.ts")).toEqual([]);
});

test.each([
  "apps/exchange/src/x.test.ts",
  "apps/server/tests/support/x.ts",
  "e2e/x.e2e.ts",
  "bench/x.ts",
  "scripts/x.ts",
])("a name in %s is checked like one of shipped code", (path) => {
  expect(namesIn("const heard = 1;", path)).toEqual(["heard"]);
});

test("the name of a file is checked too", () => {
  expect(findBannedNames([{ path: "apps/server/tests/data-kept.test.ts", text: "" }])).toEqual([
    {
      check: "banned-name",
      at: "apps/server/tests/data-kept.test.ts",
      message: 'The name data-kept contains "kept": use stored.',
    },
  ]);
});

test("a name is split into its words in camel case and in upper case", () => {
  expect(splitWords("#parseSDPOffer")).toEqual(["parse", "sdp", "offer"]);
  expect(splitWords("MAX_DIGITS")).toEqual(["max", "digits"]);
});
