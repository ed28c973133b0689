import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import pg from "pg";

import { findBinaries, initialisePostgresCluster, isInitialised } from "./postgres-cluster.ts";
import {
  DATABASE_NAME,
  buildDatabaseUrl,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from "./postgres-options.ts";
import { resetPostgresPassword } from "./postgres-password.ts";
import { launchPostgresProcess } from "./postgres-process.ts";
import { choosePostgresUser } from "./postgres-user.ts";
import { stopOrphanedPostgres } from "./postmaster.ts";

/**
 * Starts PostgreSQL as a child process, on loopback only, and makes the cluster and the database
 * when they are not there. Nothing that is there is ever removed. The process ends when ours does,
 * however that ends. A PostgreSQL left over on the same folder is ended first. Throws
 * `PostgresStartError` or `PostgresUserError`.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  await mkdir(dirname(options.dir), { recursive: true });
  const user = await choosePostgresUser([binaries.postgres, dirname(options.dir)]);
  await stopOrphanedPostgres(options.dir);
  if (!(await isInitialised(options.dir))) {
    await initialisePostgresCluster(binaries, user, options);
  } else if (options.resetPassword === true) {
    await resetPostgresPassword(binaries, user, options);
  }
  const server = await launchPostgresProcess(binaries, user, options);
  await makeDatabase(options);
  return server;
}

async function makeDatabase(options: EmbeddedPostgresOptions): Promise<void> {
  const client = new pg.Client({ connectionString: buildDatabaseUrl(options, "postgres") });
  await client.connect();
  try {
    const known = await client.query("select 1 from pg_database where datname = $1", [
      DATABASE_NAME,
    ]);
    if (known.rowCount === 0) {
      await client.query(`create database ${DATABASE_NAME}`);
    }
  } finally {
    await client.end();
  }
}
