import { expect, test } from "vitest";

import { parseLocale, stripDefaultLocale } from "./locale.ts";

test("[SH4] en-AU has no prefix, other locales have theirs", () => {
  expect(parseLocale("/2zz")).toEqual({ locale: "en-AU", basepath: "/" });
  expect(parseLocale("/de/2zz")).toEqual({ locale: "de", basepath: "/de" });
  expect(parseLocale("/en-NZ")).toEqual({ locale: "en-NZ", basepath: "/en-NZ" });
});

test("[SH4] a call sign or a word of three letters is no locale", () => {
  for (const path of ["/", "/2zz", "/abc", "/phone", "/q1/2zz"]) {
    expect(parseLocale(path).locale).toBe("en-AU");
  }
});

test("[SH4] a prefix for en-AU is taken away", () => {
  expect(stripDefaultLocale("/en-AU/2zz")).toBe("/2zz");
  expect(stripDefaultLocale("/en-AU")).toBe("/");
  expect(stripDefaultLocale("/2zz")).toBeNull();
});
