import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { collectLicences } from "./bundled-licences.ts";

test("[SR38] a bundle has the licence text of each package once, and SPDX's text for a package without one", () => {
  const text = collectLicences([
    "node_modules/zod/v4/core/core.js",
    "node_modules/zod/v4/mini/index.js",
    "node_modules/saxes/saxes.js",
    "apps/server/src/main.ts",
  ]);

  expect(text.match(/^zod \d/gm)).toHaveLength(1);
  expect(text).toContain(readFileSync("node_modules/zod/LICENSE", "utf8").trim());
  expect(text).toMatch(/^saxes [\d.]+ \(ISC\)\n\nCopyright \(c\) Louis-Dominique Dubeau/m);
  expect(text).toContain("Permission to use, copy, modify, and/or distribute this software");
});

test("[SR38] a bundle with LGPL code is not built", () => {
  expect(() => collectLicences(["node_modules/codec-parser/index.js"])).toThrow(
    "A bundle may not contain codec-parser, whose licence is LGPL-3.0-or-later.",
  );
});
