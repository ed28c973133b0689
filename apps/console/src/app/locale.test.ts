import { expect, test } from "vitest";

import { localeOfPath, withoutDefaultLocale } from "./locale.ts";

test("[SH4] en-AU has no prefix, other locales have theirs", () => {
  expect(localeOfPath("/2zz")).toEqual({ locale: "en-AU", basepath: "/" });
  expect(localeOfPath("/de/2zz")).toEqual({ locale: "de", basepath: "/de" });
  expect(localeOfPath("/en-NZ")).toEqual({ locale: "en-NZ", basepath: "/en-NZ" });
});

test("[SH4] a call sign or a word of three letters is no locale", () => {
  for (const path of ["/", "/2zz", "/abc", "/phone", "/q1/2zz"]) {
    expect(localeOfPath(path).locale).toBe("en-AU");
  }
});

test("[SH4] a prefix for en-AU is taken away", () => {
  expect(withoutDefaultLocale("/en-AU/2zz")).toBe("/2zz");
  expect(withoutDefaultLocale("/en-AU")).toBe("/");
  expect(withoutDefaultLocale("/2zz")).toBeNull();
});
