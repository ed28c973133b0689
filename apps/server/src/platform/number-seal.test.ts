import { expect, test } from "vitest";

import { NumberSeal } from "./number-seal.ts";

const seal = new NumberSeal("k".repeat(32));
const station = "01a20a46-d540-767b-a849-ac874689d3c6";
const number = "+61491570006";

test("[AD101] an encrypted number is the same each time for its station, and only the key opens it", () => {
  const hidden = seal.hide(number, station);

  expect(seal.hide(number, station)).toBe(hidden);
  expect(seal.open(hidden)).toEqual({ number, station });
  expect(seal.hide(number, "01a20a46-d540-767b-a849-ac874689d3c7")).not.toBe(hidden);
  expect(new NumberSeal("j".repeat(32)).open(hidden)).toBeNull();
  for (const at of [7, 20, 40, hidden.length - 2]) {
    const other = hidden[at] === "x" ? "y" : "x";
    expect(seal.open(`${hidden.slice(0, at)}${other}${hidden.slice(at + 1)}`)).toBeNull();
  }
});

test.each(["", "hidden.", "hidden.abc", number, "0491 570 006"])(
  "[AD101] %j is not an encrypted number of this server",
  (text) => {
    expect(seal.open(text)).toBeNull();
  },
);
