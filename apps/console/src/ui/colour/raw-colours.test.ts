import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { DisplayState } from "../../lib/display-state.ts";

const source = join(import.meta.dirname, "../..");

/** Matches a raw colour in place of a token's name. */
const rawColour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|lab|lch|oklch|hwb|color)\(/i;

const gallery = join(source, "../gallery");

const styles = [source, gallery].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".css") && !file.endsWith("tokens.css"))
    .map((file) => join(folder, file)),
);

test("[CO6] components use tokens and no raw colours", () => {
  const raw = styles.filter((file) => rawColour.test(readFileSync(file, "utf8")));

  expect(styles.length).toBeGreaterThan(20);
  expect(raw).toEqual([]);
});

test("[CO6] every token that a style names is defined", () => {
  // Scripts set these: the popups' library, the list, and the pages of a station's colour.
  const own = new Set(["--available-height", "--gutter", "--hue"]);
  const defined = new Set(
    [join(source, "ui/tokens.css"), ...styles].flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/(--[\w-]+):/g)].map(([, name]) => name ?? ""),
    ),
  );
  const named = styles.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? ""),
  );

  const unknown = named.filter((name) => !own.has(name) && !defined.has(name));

  expect(unknown).toEqual([]);
});

const displayStates: Record<DisplayState, true> = {
  ringing: true,
  next: true,
  verified: true,
  held: true,
  unattended: true,
  on_line: true,
  elsewhere: true,
  on_air: true,
  offered: true,
  leaving: true,
  claimed: true,
  ended: true,
};

test("[CO6] each state has its colours in one place, and no other style sheet sets them", () => {
  const tokens = readFileSync(join(source, "ui/tokens.css"), "utf8");
  const rules = [...tokens.matchAll(/([^{}]+)\{([^{}]*--tone:[^{}]*)\}/g)];
  const setBy = (state: string) =>
    rules.filter(([, selector = ""]) => selector.includes(`[data-tone="${state}"]`)).length;

  for (const state of Object.keys(displayStates)) {
    expect([state, setBy(state)]).toEqual([state, 1]);
  }
  // Forced colours come from the system, and are the same for all states.
  for (const file of styles.filter((one) => !one.endsWith("conditions.css"))) {
    const setHere = readFileSync(file, "utf8").match(/--(?:tone|tone-tint|state-[\w-]+):/g);
    expect([file, setHere]).toEqual([file, null]);
  }
});
