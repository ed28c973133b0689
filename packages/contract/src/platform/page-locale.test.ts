import { expect, test } from "vitest";

import {
  chooseLanguage,
  languages,
  parseLocale,
  stripDefaultLocale,
  toLanguage,
} from "./page-locale.ts";

test("[SH4] en-AU has no prefix, and other locales have theirs", () => {
  expect(parseLocale("/2zz")).toEqual({ locale: "en-AU", basepath: "/" });
  expect(parseLocale("/de/2zz")).toEqual({ locale: "de", basepath: "/de" });
  expect(parseLocale("/en-NZ")).toEqual({ locale: "en-NZ", basepath: "/en-NZ" });
});

test("[SH4] a call sign or a word of three letters is no locale", () => {
  for (const path of ["/", "/2zz", "/abc", "/phone", "/q1/2zz"]) {
    expect(parseLocale(path).locale).toBe("en-AU");
  }
});

test("[SH4] a prefix for en-AU is removed", () => {
  expect(stripDefaultLocale("/en-AU/2zz")).toBe("/2zz");
  expect(stripDefaultLocale("/en-AU")).toBe("/");
  expect(stripDefaultLocale("/2zz")).toBeNull();
});

test("[LG1] the languages are English and German, and a locale without its own text is English", () => {
  expect(Object.keys(languages)).toEqual(["en-AU", "de"]);
  expect(["de", "de-AT", "de-CH"].map(chooseLanguage)).toEqual(["de", "de", "de"]);
  expect(["en-AU", "en-NZ", "fr"].map(chooseLanguage)).toEqual(["en-AU", "en-AU", "en-AU"]);
});

test.each([
  ["/", "de", "/de"],
  ["/2zz", "de", "/de/2zz"],
  ["/en-NZ/2zz", "de", "/de/2zz"],
  ["/de/2zz", "de", "/de/2zz"],
  ["/de/2zz", "en-AU", "/2zz"],
  ["/de", "en-AU", "/"],
  ["/2zz", "en-AU", "/2zz"],
] as const)("the page %s in %s is %s", (path, language, address) => {
  expect(toLanguage(path, language)).toBe(address);
});

test.each(["/de//evil.example/x", "//evil.example/x", "/en-NZ///evil.example/x"])(
  "%s in another language stays on our own host",
  (path) => {
    expect(toLanguage(path, "en-AU")).toBe("/evil.example/x");
    expect(toLanguage(path, "de")).toBe("/de/evil.example/x");
  },
);

test("an address without its prefix stays on our own host", () => {
  expect(stripDefaultLocale("/en-AU//evil.example")).toBe("/evil.example");
});
