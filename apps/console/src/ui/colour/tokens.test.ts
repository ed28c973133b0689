import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { contrast, distance, visions } from "../../testing/colour-distance.ts";

const css = readFileSync(new URL("../tokens.css", import.meta.url), "utf8");
const themes = ["light", "dark"] as const;

/** Returns the token's colour of one theme, from its pair of colours in `tokens.css`. */
function token(name: string, theme: (typeof themes)[number]): string {
  const pair = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const value = pair?.[theme === "light" ? 1 : 2];
  if (value === undefined) {
    throw new Error(`no colour pair --${name} in tokens.css`);
  }
  return value;
}

const states = ["ringing", "on-line", "hold", "verified", "on-air", "elsewhere"];
/**
 * The state `elsewhere` is left out, because it is not a state of a call, and its row is grey,
 * dashed and dimmed.
 */
const coloured = states.filter((state) => state !== "elsewhere");
const surfaces = ["page", "surface", "surface-sunken", "surface-hover", "accent-tint"];

describe.each(themes)("in the %s theme,", (theme) => {
  function ratio(text: string, on: string) {
    return contrast(token(text, theme), token(on, theme));
  }

  test.each(surfaces)("[CO8] text has a contrast of 7 and muted text 4.5 on %s", (surface) => {
    expect(ratio("text-colour", surface)).toBeGreaterThanOrEqual(7);
    expect(ratio("text-muted", surface)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(states)("[CO8] the word of %s has a contrast of 4.5 on every background", (state) => {
    const grounds = ["page", "surface", "surface-hover", "accent-tint", `tint-${state}`];
    expect(grounds.filter((ground) => ratio(`state-${state}`, ground) < 4.5)).toEqual([]);
  });

  test.each(states)("[CO8] the caller's text has a contrast of 7 on the tint of %s", (state) => {
    expect(ratio("text-colour", `tint-${state}`)).toBeGreaterThanOrEqual(7);
  });

  test("[CO8] buttons have a contrast of 4.5", () => {
    expect(ratio("accent-text", "accent")).toBeGreaterThanOrEqual(4.5);
    expect(ratio("accent-text", "accent-hover")).toBeGreaterThanOrEqual(4.5);
    expect(ratio("danger", "surface")).toBeGreaterThanOrEqual(4.5);
    expect(ratio("danger-text", "danger")).toBeGreaterThanOrEqual(4.5);
    expect(ratio("inverse-text", "inverse")).toBeGreaterThanOrEqual(7);
    expect(ratio("inverse-muted", "inverse")).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["focus", "edge-control", "accent", "state-hold", "state-on-line"])(
    "[CO8] [AX5] `%s` has a contrast of at least 3",
    (name) => {
      expect(ratio(name, "surface")).toBeGreaterThanOrEqual(3);
      expect(ratio(name, "page")).toBeGreaterThanOrEqual(3);
    },
  );

  test.each(Object.keys(visions) as (keyof typeof visions)[])(
    "[CO7] state colours differ by at least 25 (CIE76) in %s vision",
    (vision) => {
      const pairs = coloured.flatMap((one, i) => coloured.slice(i + 1).map((two) => [one, two]));
      const near = pairs.filter(([one, two]) => {
        const [a, b] = [token(`state-${one}`, theme), token(`state-${two}`, theme)];
        return distance(a, b, vision) < 25;
      });
      expect(near).toEqual([]);
    },
  );
});

test("[CO8] in the dark theme status words have a contrast of 7 on the page", () => {
  for (const state of states) {
    expect(contrast(token(`state-${state}`, "dark"), token("page", "dark"))).toBeGreaterThanOrEqual(
      7,
    );
  }
});

test("[CO1] the states have exactly the colours of the rule", () => {
  expect(
    states.map((state) => [token(`state-${state}`, "light"), token(`state-${state}`, "dark")]),
  ).toEqual([
    ["#122661", "#b7dffb"],
    ["#955f04", "#feeaa0"],
    ["#237763", "#02e71a"],
    ["#a006d1", "#d682fe"],
    ["#830d1e", "#f87a90"],
    ["#59626b", "#a7b0b8"],
  ]);
});
