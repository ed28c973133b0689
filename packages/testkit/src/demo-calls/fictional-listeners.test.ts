import { expect, test } from "vitest";

import { fictionalListener, writeNumber } from "./fictional-listeners.ts";

test("[SR24] each of 500 listeners has a different number from the ranges for fiction", () => {
  const people = Array.from({ length: 500 }, (_, index) => fictionalListener(index));

  expect(new Set(people.map(({ number }) => number)).size).toBe(500);
  for (const { number, name } of people) {
    expect(number).toMatch(/^(0491570\d{3}|025550[5-9]\d{3}|027010[5-9]\d{3})$/);
    expect(name).toMatch(/^\S+ \S+$/);
  }
});

test("[SR24] the first listener has the name that the demonstration data have for the number", () => {
  expect(fictionalListener(0)).toMatchObject({ name: "Kim Ng", number: "0491570006" });
  expect(fictionalListener(0).says).toContain("this is Kim from Marrickville");
});

test("the first hundred listeners have different names", () => {
  const names = Array.from({ length: 100 }, (_, index) => fictionalListener(index).name);

  expect(new Set(names).size).toBe(100);
});

test("numbers are written in the Australian format", () => {
  expect(writeNumber("0491570006")).toBe("0491 570 006");
  expect(writeNumber("+61255500101")).toBe("02 5550 0101");
});
