import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import * as z from "zod";

const manifest = z.object({ name: z.string(), version: z.string() });

/**
 * Returns the repository's root, from the sources or a bundle in `dist`. The folders of the console
 * and the sounds are below the root.
 */
export function findRootFolder(from: string = import.meta.dirname): {
  path: string;
  version: string;
} {
  const file = join(from, "package.json");
  if (existsSync(file)) {
    const found = manifest.safeParse(JSON.parse(readFileSync(file, "utf8")));
    if (found.success && found.data.name === "linedesk") {
      return { path: from, version: found.data.version };
    }
  }
  if (dirname(from) === from) {
    throw new Error("the root folder of Linedesk was not found");
  }
  return findRootFolder(dirname(from));
}
