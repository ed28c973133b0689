import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { isTestCode } from "../sources/source-file.ts";

const root = join(import.meta.dirname, "..", "..");
const dist = join(root, "dist");
/**
 * The bundles are built in this folder and moved later, so the paths in their source maps begin
 * here.
 */
const builtIn = "node_modules/.cache/linedesk-dist";

/**
 * Returns the sources of this repository in the bundles of `npm run build`, by their source maps.
 */
function listBundledSources(): string[] {
  return readdirSync(dist)
    .filter((name) => name.endsWith(".js.map"))
    .flatMap((name) => {
      const { sources } = JSON.parse(readFileSync(join(dist, name), "utf8")) as {
        sources: string[];
      };
      return sources.map((source) => join(builtIn, source));
    })
    .filter((source) => !source.includes("node_modules"));
}

test("a release contains no test support, so its clock cannot be changed", () => {
  const sources = listBundledSources();

  expect(sources).toContain("packages/base/src/clock.ts");
  expect(sources.filter(isTestCode)).toEqual([]);
});
