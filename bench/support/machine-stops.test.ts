import { expect, test } from "vitest";

import { readStops, shareExplained, unexplained } from "./machine-stops.ts";

test("a stop on two cores is one stop with the longer length, and a later stop counts separately", () => {
  expect(readStops("1000.0 12.0\n1000.4 12.6\n2000.0 4.0\n999.9 11.0\n")).toEqual([
    { atMs: 999.9, lengthMs: 12.6 },
    { atMs: 2000, lengthMs: 4 },
  ]);
  expect(readStops("")).toEqual([]);
});

test("a stop of the machine explains a glitch from 50 ms before it to 300 ms after it", () => {
  const stops = [{ atMs: 1000, lengthMs: 12 }];
  expect(unexplained([900, 945, 1010, 1290, 1310, 2000], stops)).toEqual([900, 1310, 2000]);
  expect(unexplained([1010], [])).toEqual([1010]);
});

test("the time near stops is a share of the whole, each moment counted once", () => {
  const stops = [
    { atMs: 1000, lengthMs: 10 },
    { atMs: 1100, lengthMs: 10 },
    { atMs: 5000, lengthMs: 10 },
  ];
  expect(shareExplained(stops, 10_000)).toBeCloseTo(0.082);
  expect(shareExplained([], 10_000)).toBe(0);
});
