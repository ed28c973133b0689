import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../..");

/** A colour written out, where a token's name should stand. */
const rawColour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|lab|lch|oklch|hwb|color)\(/i;

const gallery = join(source, "../gallery");

const styles = [source, gallery].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".css") && !file.endsWith("tokens.css"))
    .map((file) => join(folder, file)),
);

test("[SH12] components use tokens and no raw colours", () => {
  const raw = styles.filter((file) => rawColour.test(readFileSync(file, "utf8")));

  expect(styles.length).toBeGreaterThan(20);
  expect(raw).toEqual([]);
});

test("[SH12] every token that a style names is defined", () => {
  const tokens = readFileSync(join(source, "ui/tokens.css"), "utf8");
  const own = new Set([
    "--available-height",
    "--gutter",
    "--field-label",
    "--hue",
    "--tone",
    "--tone-tint",
  ]);
  const named = styles.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? ""),
  );

  const unknown = named.filter((name) => !own.has(name) && !tokens.includes(`${name}:`));

  expect(unknown).toEqual([]);
});
