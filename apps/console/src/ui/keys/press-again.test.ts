import { expect, test } from "vitest";

import { PressAgain } from "./press-again.ts";

function aKey() {
  const shown: string[] = [];
  let other: (() => void) | null = null;
  let late: (() => void) | null = null;
  const again = new PressAgain({
    onKey: (handle) => {
      other = handle;
      return () => (other = null);
    },
    after: (_, run) => {
      late = run;
      return () => (late = null);
    },
  });
  return {
    shown,
    press: () =>
      again.press(() => {
        shown.push("shown");
        return () => void shown.push("hidden");
      }),
    other: () => other?.(),
    late: () => late?.(),
  };
}

test("[LN105] the second press of a key in a row counts, and the first shows what it will do", () => {
  const { press, shown } = aKey();

  expect([press(), press(), press()]).toEqual([false, true, false]);
  expect(shown).toEqual(["shown", "hidden", "shown"]);
});

test("[LN105] another key in between, or three seconds, make the next press a first one", () => {
  const { press, other, late, shown } = aKey();

  expect(press()).toBe(false);
  other();
  expect(press()).toBe(false);
  late();
  expect(press()).toBe(false);
  expect(shown).toEqual(["shown", "hidden", "shown", "hidden", "shown"]);
});
