import { expect, test } from "vitest";

import { findLanguageAddress } from "./use-chosen-language.ts";

const change = { first: "en-AU", chosen: "de", path: "/2zz", isBusy: false };

test("[ST32] a changed language leads to its address, once no call is on a line and all is saved", () => {
  expect(findLanguageAddress(change)).toBe("/de/2zz");
  expect(findLanguageAddress({ ...change, isBusy: true })).toBeNull();
  const back = { first: "de", chosen: "en-AU", path: "/de/2zz", isBusy: false };
  expect(findLanguageAddress(back)).toBe("/2zz");
});

test("[ST32] what has not changed leads nowhere, nor does a page that speaks the language", () => {
  expect(findLanguageAddress({ ...change, first: null })).toBeNull();
  expect(findLanguageAddress({ ...change, chosen: "en-AU", path: "/de/2zz" })).toBeNull();
  expect(findLanguageAddress({ ...change, path: "/de/2zz" })).toBeNull();
});
