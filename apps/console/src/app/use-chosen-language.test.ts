import { expect, test } from "vitest";

import { findLanguageAddress } from "./use-chosen-language.ts";

const change = { first: "en-AU", chosen: "de", path: "/2zz", isPicked: false, isBusy: false };

test("[ST31] a changed language opens its address when no call is on a line and everything is saved", () => {
  expect(findLanguageAddress(change)).toBe("/de/2zz");
  expect(findLanguageAddress({ ...change, isBusy: true })).toBeNull();
  const back = { ...change, first: "de", chosen: "en-AU", path: "/de/2zz" };
  expect(findLanguageAddress(back)).toBe("/2zz");
});

test("[ST31] an unchanged language, or the language of the page, opens no other address", () => {
  expect(findLanguageAddress({ ...change, first: null })).toBeNull();
  expect(findLanguageAddress({ ...change, chosen: "en-AU", path: "/de/2zz" })).toBeNull();
  expect(findLanguageAddress({ ...change, path: "/de/2zz" })).toBeNull();
});

test("[LG24] the choice of another language than the page's opens the address of this language, even if it is already the setting", () => {
  const english = { ...change, first: "en-AU", chosen: "en-AU", path: "/de/2zz" };

  expect(findLanguageAddress(english)).toBeNull();
  expect(findLanguageAddress({ ...english, isPicked: true })).toBe("/2zz");
  expect(findLanguageAddress({ ...english, isPicked: true, isBusy: true })).toBeNull();
});
