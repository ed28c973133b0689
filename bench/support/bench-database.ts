import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { startEmbeddedPostgres } from "../../apps/server/src/supervisor/postgres/embedded-postgres.ts";
import type { EmbeddedPostgres } from "../../apps/server/src/supervisor/postgres/postgres-options.ts";
import { prepareDatabase } from "../../apps/server/src/supervisor/prepare-database.ts";

export interface BenchDatabase {
  urls: EmbeddedPostgres["urls"];
  pid: number;
  /** A folder for the files of the bench, which `close` removes. */
  folder: string;
  close(): Promise<void>;
}

/** Starts a PostgreSQL of its own, with the tables of the product. */
export async function openBenchDatabase(
  onLog: (text: string) => void = () => undefined,
): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-bench-"));
  // Under root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dir: join(folder, "postgres"),
    port: await findFreePort(),
    passwords: { admin: "bench", owner: "bench", server: "bench" },
    onLog,
  });
  const { urls, pid } = postgres;
  async function close(): Promise<void> {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    await prepareDatabase({ ownerUrl: urls.owner, serverUrl: urls.server });
  } catch (error) {
    await close();
    throw error;
  }
  return { urls, pid, folder, close };
}
