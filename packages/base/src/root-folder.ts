import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the repository's root, from the sources or a bundle in `dist`, and its version. The
 * folders of the console and the sounds are below the root.
 */
export function findRootFolder(from: string = import.meta.dirname): {
  path: string;
  version: string;
} {
  const file = join(from, "package.json");
  if (existsSync(file)) {
    const found: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (isManifest(found) && found.name === "linedesk") {
      return { path: from, version: found.version };
    }
  }
  if (dirname(from) === from) {
    throw new Error("the root folder of Linedesk was not found");
  }
  return findRootFolder(dirname(from));
}

/**
 * Returns one checksum of all programs of a part, so that equal programs of two releases can be
 * recognised. Returns `null` in a clone, because only a package lists the checksums of its
 * programs.
 */
export function readProgramSum(root: string, part: string): string | null {
  const file = join(root, `${part}.sum`);
  return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : null;
}

function isManifest(value: unknown): value is { name: string; version: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    "version" in value &&
    typeof value.name === "string" &&
    typeof value.version === "string"
  );
}
