import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";

const FILE = "server-instance";

/**
 * Returns the id that the last server of this data folder had, and notes that of the present one. A
 * folder has one server at a time, so the last one has ended: nobody needs to wait until its
 * registration and its leases lapse. `null` at the first start.
 */
export async function replacePreviousInstance(dataDir: string, id: string): Promise<string | null> {
  const path = join(dataDir, FILE);
  const previous = z.uuid().safeParse(await readText(path));
  await writeFile(path, id);
  return previous.data ?? null;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    // Without the file the registration lapses by itself.
    return "";
  }
}
