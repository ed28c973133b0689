import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { LICENCES_FILE } from "../licences/bundled-licences.ts";

/** Returns the npm packages in the bundles of a folder, by its licence file: `pino@10.4.0`. */
export async function listBundled(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, LICENCES_FILE), "utf8");
  return [...text.matchAll(/^(\S+) (\d\S*) \([^)]+\)$/gm)].map(
    ([, name = "", version = ""]) => `${name}@${version}`,
  );
}
