import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { findAsset } from "../../src/console/console-build-store.ts";
import { shareConsoleAssets } from "../../src/console/share-console-assets.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { openTestDatabase } from "../support/database.ts";

const { db } = await openTestDatabase();
const log = createLogger({ level: "silent" });

async function share(build: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk console "));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), `<script src="/assets/index-${build}.js"></script>`);
  await writeFile(join(folder, "assets", `index-${build}.js`), build);
  await writeFile(join(folder, "assets", "shared-1.css"), "the same in each build");
  await writeFile(join(folder, "assets", "shared-1.css.br"), "compressed");
  await shareConsoleAssets(db, folder, log);
}

async function read(name: string): Promise<string | undefined> {
  return (await findAsset(db, name))?.toString();
}

test("[RT31] the database has the files of the console's last three builds", async () => {
  for (const build of ["one", "two", "one", "three", "four"]) {
    await share(build);
  }

  expect(await read("index-two.js")).toBeUndefined();
  for (const build of ["one", "three", "four"]) {
    expect(await read(`index-${build}.js`)).toBe(build);
  }
  expect(await read("shared-1.css")).toBe("the same in each build");
  expect(await read("shared-1.css.br")).toBeUndefined();
});
