import { expect, test } from "vitest";

import { DtmfDeduplicator, type DtmfSource } from "./dtmf-deduplicator.ts";

function accepted(...presses: [digit: string, way: DtmfSource, atMs: number][]): string {
  const deduplicator = new DtmfDeduplicator();
  return presses
    .filter(([digit, way, atMs]) => deduplicator.accepts(digit, way, atMs))
    .map(([digit]) => digit)
    .join("");
}

test("[XM66] in-band digits count when no other method reports digits", () => {
  expect(accepted(["1", "inband", 0], ["1", "inband", 500], ["2", "inband", 900])).toBe("112");
});

test("[XM66] in-band digits are ignored after the far end has signalled a digit", () => {
  expect(accepted(["1", "signalling", 0], ["1", "inband", 50], ["2", "signalling", 900])).toBe(
    "12",
  );
});

test("[XM66] the first digit is not reported twice when its sound precedes its signal", () => {
  expect(accepted(["1", "inband", 0], ["1", "signalling", 200], ["1", "signalling", 900])).toBe(
    "11",
  );
  expect(accepted(["1", "inband", 0], ["2", "signalling", 200], ["2", "inband", 230])).toBe("12");
  expect(accepted(["1", "inband", 0], ["1", "signalling", 3000])).toBe("11");
});

test("[XM66] a digit that comes as an event and by INFO counts once, in either order", () => {
  const both = ["1", "1", "2"].flatMap((digit, at): [string, DtmfSource, number][] => [
    [digit, at === 2 ? "signalling" : "rfc4733", at * 300],
    [digit, at === 2 ? "rfc4733" : "signalling", at * 300 + 90],
  ]);

  expect(accepted(...both)).toBe("112");
  expect(accepted(["5", "signalling", 0], ["5", "signalling", 250], ["5", "rfc4733", 300])).toBe(
    "55",
  );
  expect(accepted(["5", "signalling", 0], ["6", "rfc4733", 100], ["6", "signalling", 150])).toBe(
    "56",
  );
});

test("[XM66] the same digit of the other source counts again after four seconds", () => {
  expect(accepted(["1", "rfc4733", 0], ["1", "signalling", 4001])).toBe("11");
});

test("[XM66] a digit that comes as sound, as an event and by INFO counts once", () => {
  expect(accepted(["1", "inband", 0], ["1", "rfc4733", 80], ["1", "signalling", 120])).toBe("1");
});
