import { expect, test } from "vitest";

import { HeardKeys, type KeyWay } from "./heard-keys.ts";

function accepted(...presses: [key: string, way: KeyWay, atMs: number][]): string {
  const keys = new HeardKeys();
  return presses
    .filter(([key, way, atMs]) => keys.accepts(key, way, atMs))
    .map(([key]) => key)
    .join("");
}

test("[XM66] keys found in the sound count where nothing else tells them", () => {
  expect(accepted(["1", "sound", 0], ["1", "sound", 500], ["2", "sound", 900])).toBe("112");
});

test("[XM66] a far end that signals its keys is heard by its signalling alone", () => {
  expect(accepted(["1", "signalled", 0], ["1", "sound", 50], ["2", "signalled", 900])).toBe("12");
});

test("[XM66] the first key is not doubled either when its sound comes before its signal", () => {
  expect(accepted(["1", "sound", 0], ["1", "signalled", 200], ["1", "signalled", 900])).toBe("11");
  expect(accepted(["1", "sound", 0], ["2", "signalled", 200], ["2", "sound", 230])).toBe("12");
  expect(accepted(["1", "sound", 0], ["1", "signalled", 3000])).toBe("11");
});
