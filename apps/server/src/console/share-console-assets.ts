import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { hasCode } from "@linedesk/base";
import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import { storeAsset, storeBuild } from "./console-build-store.ts";
import { readEntry } from "./create-release-check.ts";

/**
 * Stores the files of this server's console in the database, so that a page of this build can get
 * them from a server of another release too. Never throws, because a missing file causes only such
 * a page to fail.
 */
export async function shareConsoleAssets(db: Db, folder: string, log: Logger): Promise<void> {
  try {
    const entry = readEntry(await readFile(join(folder, "index.html"), "utf8"));
    if (entry === null) {
      return;
    }
    const files = await readdir(join(folder, "assets"));
    const names = files.filter((name) => /^[\w.-]+\.(?:css|js|woff2?|svg|wasm|json)$/.test(name));
    const missing = await storeBuild(db, { entry, names });
    for (const name of missing) {
      await storeAsset(db, name, await readFile(join(folder, "assets", name)));
    }
    if (missing.length > 0) {
      log.info({ entry, files: missing.length }, "page assets stored");
    }
  } catch (err) {
    if (!hasCode(err, "ENOENT")) {
      log.warn({ err }, "page assets save failed");
    }
  }
}
