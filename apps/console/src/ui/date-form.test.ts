import { expect, test } from "vitest";

import { createDateForm } from "./date-form.ts";

test("[LG27] a day is written and read in the locale's form, day first", () => {
  const [english, german] = [createDateForm("en-AU"), createDateForm("de")];

  expect([english.write("2026-12-25"), german.write("2026-12-25")]).toEqual([
    "25/12/2026",
    "25.12.2026",
  ]);
  for (const typed of ["25/12/2026", "25.12.2026", "25-12-26", " 25 12 2026 ", "2026-12-25"]) {
    expect([typed, english.read(typed), german.read(typed)]).toEqual([
      typed,
      "2026-12-25",
      "2026-12-25",
    ]);
  }
  expect(english.read("3/4/2026")).toBe("2026-04-03");
  expect(english.write("")).toBe("");
});

test.each(["", "soon", "25/12", "31/2/2026", "29/2/2025", "12/25/2026", "2026-02-30"])(
  "[LG27] %j is no day",
  (typed) => {
    expect(createDateForm("en-AU").read(typed)).toBeNull();
  },
);
