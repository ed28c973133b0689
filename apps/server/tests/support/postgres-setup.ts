import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import type {
  EmbeddedPostgres,
  EmbeddedPostgresOptions,
} from "../../src/supervisor/postgres/postgres-options.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database from which each test file clones its own, with each role. */
    templateUrls: EmbeddedPostgres["urls"];
  }
}

/** The environment variable from which the other projects of a run get the template's addresses. */
const TEMPLATE_URLS = "LINEDESK_TEST_TEMPLATE_URLS";

/** The folder with the programs of another version, such as `/usr/lib/postgresql/15/bin`. */
const OTHER_POSTGRES = "LINEDESK_TEST_POSTGRES";

function chooseBinaries(): Pick<EmbeddedPostgresOptions, "binaries"> {
  const folder = process.env[OTHER_POSTGRES];
  return folder === undefined
    ? {}
    : { binaries: { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") } };
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const known = process.env[TEMPLATE_URLS];
  if (known !== undefined) {
    project.provide("templateUrls", JSON.parse(known) as EmbeddedPostgres["urls"]);
    return () => Promise.resolve();
  }
  // The setup of `built-parts.ts`, which runs before this one, builds these modules.
  const [{ findFreePort }, { prepareDatabase }, { startEmbeddedPostgres }] = await Promise.all([
    import("@linedesk/base"),
    import("../../src/supervisor/prepare-database.ts"),
    import("../../src/supervisor/postgres/embedded-postgres.ts"),
  ]);
  const folder = await mkdtemp(join(tmpdir(), "linedesk-tests-"));
  // Under root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dir: join(folder, "postgres"),
    port: await findFreePort(),
    passwords: { admin: "tests", owner: "tests", server: "tests" },
    onLog: () => undefined,
    disposable: true,
    ...chooseBinaries(),
  });
  const { urls } = postgres;
  // Only a database without connections can be cloned, and `prepareDatabase` closes its own.
  await prepareDatabase({ ownerUrl: urls.owner, serverUrl: urls.server });
  project.provide("templateUrls", urls);
  process.env[TEMPLATE_URLS] = JSON.stringify(urls);
  return async () => {
    delete process.env[TEMPLATE_URLS];
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
