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
import { readSourceFiles, type SourceFile } from "./sources/source-file.ts";

function findDirectionBreaches(files: SourceFile[], starters: SourceFile[]): Breach[] {
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
  const root = join(import.meta.dirname, "..");
  const breaches = findDirectionBreaches(
    readSourceFiles(root),
    readSourceFiles(root, ["scripts", "bench", "e2e"]),
  );
  reportBreaches("directions", breaches);
}
