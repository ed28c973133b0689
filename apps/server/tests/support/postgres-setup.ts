import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database from which each test file clones its own. */
    templateUrl: string;
  }
}

/** The environment variable from which the other projects of a run get the template's URL. */
const TEMPLATE_URL = "LINEDESK_TEST_TEMPLATE_URL";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const known = process.env[TEMPLATE_URL];
  if (known !== undefined) {
    project.provide("templateUrl", known);
    return () => Promise.resolve();
  }
  // The previous step builds this module.
  const [{ findFreePort }, { openDatabase }, { migrate }, { startEmbeddedPostgres }] =
    await Promise.all([
      import("@linedesk/base"),
      import("../../src/platform/db/database.ts"),
      import("../../src/platform/db/migrate.ts"),
      import("../../src/supervisor/postgres/embedded-postgres.ts"),
    ]);
  const folder = await mkdtemp(join(tmpdir(), "linedesk-tests-"));
  // Under root, PostgreSQL runs as another user, who must be able to enter the folder.
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
  // A database can only be cloned without connections to it.
  await db.destroy();
  project.provide("templateUrl", postgres.url);
  process.env[TEMPLATE_URL] = postgres.url;
  return async () => {
    delete process.env[TEMPLATE_URL];
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
