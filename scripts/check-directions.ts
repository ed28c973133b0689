/**
 * Who may import whom: the order of the folders, circles of files, packages, test support, SQL only
 * in stores, and each third-party telephony or media library in one file. `npm run check` runs it.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Breach } from "./breach.ts";
import { findOrderBreaches } from "./directions/folder-order.ts";
import { findCircleBreaches } from "./directions/import-circles.ts";
import { findLibraryBreaches } from "./directions/libraries.ts";
import { findPackageBreaches } from "./directions/package-directions.ts";
import { findStoreBreaches } from "./directions/stores.ts";
import { findTestSupportBreaches } from "./directions/test-support.ts";
import { reportBreaches } from "./report-breaches.ts";
import { readSourceFiles } from "./sources/source-file.ts";

/** Judges a whole checkout; a test plants a breach of each check in one. */
export function findDirectionBreaches(root: string): Breach[] {
  const files = readSourceFiles(root);
  const starters = readSourceFiles(root, ["scripts", "bench", "e2e"]);
  return [
    ...findOrderBreaches(files),
    ...findCircleBreaches(files),
    ...findPackageBreaches(files),
    ...findTestSupportBreaches([...files, ...starters]),
    ...findLibraryBreaches(files),
    ...findStoreBreaches(files),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  reportBreaches("directions", findDirectionBreaches(join(import.meta.dirname, "..")));
}
