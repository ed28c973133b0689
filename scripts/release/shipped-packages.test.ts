import { join } from "node:path";

import { expect, test } from "vitest";

import { isAllowed } from "../licences/allowed-licences.ts";
import { runtimePackages } from "./runtime-packages.ts";
import { listShipped } from "./shipped-packages.ts";

const root = join(import.meta.dirname, "../..");

test("[SR42] a release contains what the bundles load by name, with all that it needs", async () => {
  const shipped = await listShipped(root, runtimePackages);

  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(runtimePackages));
  expect(names).toContain("pino-std-serializers");
  expect(names.filter((name) => /^(typescript|vite|esbuild|next|tsx|vitest)$/.test(name))).toEqual(
    [],
  );
});

test("[SR42] every package of a release has a licence that allows it", async () => {
  const shipped = await listShipped(root, runtimePackages);

  const refused = shipped.filter(
    ({ license }) => !isAllowed(license) && license !== "LGPL-3.0-or-later",
  );
  expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test("a missing package is named", async () => {
  await expect(listShipped(root, ["no-such-package"])).rejects.toThrow(
    /no-such-package, which .* needs, is not installed/,
  );
});
