import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

interface LockFile {
  packages: Record<string, { name?: string; optionalDependencies?: Record<string, string> }>;
}

const { packages } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
) as LockFile;

test("[SR1] the lock file names the packages of every platform, which npm ci needs on a clean clone", () => {
  const paths = Object.keys(packages);
  const wanted = Object.values(packages).flatMap((one) =>
    Object.keys(one.optionalDependencies ?? {}),
  );

  const missing = wanted.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)));

  expect(missing).toEqual([]);
});

test("[SR83] the framework of a client that one test uses is not installed", () => {
  const frameworks = Object.keys(packages).filter((path) => path.includes("node_modules/@next/"));

  expect(frameworks).toEqual([]);
  // The override puts an empty package in its place.
  expect(packages["node_modules/next"]?.name).toBe("client-only");
});
