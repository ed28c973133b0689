import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { developmentLicences, isAllowed, separatePackages } from "./allowed-licences.ts";

interface LockedPackage {
  license?: string;
  link?: true;
  dev?: true;
  optional?: true;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, LockedPackage>;
};

/**
 * Returns true even for a native part of a build tool, whose licence is named only by its parent.
 */
function isKnown(name: string, { license, dev, optional }: LockedPackage): boolean {
  if (license === undefined) {
    return dev === true && optional === true;
  }
  const isTool = dev === true && developmentLicences.includes(license);
  return isAllowed(license) || isTool || name in separatePackages;
}

test("[SR38] each package in the lock file has an allowed licence or is shipped separately", () => {
  const foreign = Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    .map(([path, one]) => ({ name: path.replace(/^.*node_modules\//, ""), ...one }))
    .filter(({ name, ...one }) => !isKnown(name, one));

  expect(foreign).toEqual([]);
});

test("[SR38] each package beside the bundles is in the lock file", () => {
  const paths = Object.keys(packages);

  for (const name of Object.keys(separatePackages)) {
    expect(paths).toContain(`node_modules/${name}`);
  }
});
