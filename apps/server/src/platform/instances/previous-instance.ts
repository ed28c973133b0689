import { readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";

import * as z from "zod";

const FILE = "server-instance";

const instanceFile = z.object({ id: z.uuid(), host: z.string(), dataDir: z.string() });

/**
 * Returns the id of the last server of this data folder, and stores the id of the present server. A
 * folder has one server at a time, so the last server has ended, and nobody needs to wait until its
 * registration and its leases lapse. Returns `null` at the first start, and in a copy of the
 * folder, whose original may have a living server.
 */
export async function replacePreviousInstance(dataDir: string, id: string): Promise<string | null> {
  const path = join(dataDir, FILE);
  const own = { id, host: hostname(), dataDir: resolve(dataDir) };
  const previous = await readInstance(path);
  await writeFile(path, JSON.stringify(own));
  return previous?.host === own.host && previous.dataDir === own.dataDir ? previous.id : null;
}

async function readInstance(path: string): Promise<z.output<typeof instanceFile> | null> {
  try {
    return instanceFile.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    // Without the file the registration lapses by itself.
    return null;
  }
}
