import { expect, test } from "vitest";

import { ApiError } from "./errors.ts";
import { mergeChanges } from "./merge-changes.ts";

const seen = { name: "2ZZ", colour: null as string | null, maxDialS: 60 };

test("[CL33] a field that a colleague changed keeps that value when the person left it unchanged", () => {
  const before = { ...seen, colour: "#a006d1" };

  expect(mergeChanges({ before, wanted: { ...seen, name: "2ZZ Sydney" }, seen })).toEqual({
    name: "2ZZ Sydney",
    colour: "#a006d1",
    maxDialS: 60,
  });
});

test("[CL33] a field that both changed is refused with its present value, unless the values are equal", () => {
  const before = { ...seen, name: "Radio 2ZZ" };

  expect(mergeChanges({ before, wanted: before, seen })).toEqual(before);
  const wanted = { ...seen, name: "2ZZ Sydney" };
  expect(() => mergeChanges({ before, wanted, seen })).toThrow(ApiError);
  expect(() => mergeChanges({ before, wanted, seen })).toThrow("in the meantime: name");
  expect(mergeChanges({ before, wanted, seen: undefined })).toEqual(wanted);
});
