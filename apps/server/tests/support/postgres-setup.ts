import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { openDatabase } from "../../src/platform/db/database.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { findFreePort } from "../../src/platform/http/free-port.ts";
import { startEmbeddedPostgres } from "../../src/supervisor/postgres/embedded-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database from which each test file clones its own. */
    templateUrl: string;
  }
}

/** One PostgreSQL for all tests of a run, with one migrated database to clone. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-tests-"));
  // As root PostgreSQL runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dir: join(folder, "postgres"),
    port: await findFreePort(),
    password: "tests",
    onLog: () => undefined,
    disposable: true,
  });
  const db = openDatabase({ url: postgres.url, poolSize: 4, onError: () => undefined });
  await migrate(db);
  // A database can be cloned only while nobody is connected to it.
  await db.destroy();
  project.provide("templateUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
