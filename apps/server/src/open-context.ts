import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

import { announceMigration, backgroundClock, findFreePort, findRootFolder } from "@linedesk/base";
import { type Config, ConfigError } from "./config/config.ts";
import { type Context, createContext, type OpenedContext } from "./context.ts";
import { type Db, waitForDatabase } from "./platform/db/database.ts";
import { migrate } from "./platform/db/migrate.ts";
import { DatabaseClock } from "./platform/instances/database-clock.ts";
import { InstanceRegistry } from "./platform/instances/instance-registry.ts";
import { replacePreviousInstance } from "./platform/instances/previous-instance.ts";
import { takeFingerprints } from "./platform/instances/take-fingerprints.ts";
import type { Logger } from "./platform/logger.ts";
import { applyChosenAccount } from "./telephony-account/apply-chosen-account.ts";

interface OpenContextOptions {
  config: Config;
  log: Logger;
  restart?: () => void;
}

/**
 * Opens and migrates the database, applies the account that an admin chose, and registers this
 * server. Throws `ConfigError`, `DatabaseUnreachableError`, `MigrationError` or
 * `InstanceConflictError`.
 */
export async function openContext({
  config,
  log,
  restart = noRestart,
}: OpenContextOptions): Promise<Context> {
  if (config.database.url === null) {
    throw new ConfigError(
      "DATABASE_URL is missing. Only `npm start` starts a database of its own.",
    );
  }
  const context = createContext({ config, log, restart, databaseUrl: config.database.url });
  try {
    await waitForDatabase(context.db);
    const ran = await migrateDatabase(context);
    if (ran.length > 0) {
      log.info({ migrations: ran }, "database migrated");
    }
    const opened = { ...context, config: await openConfig(config, context.db) };
    // The fingerprints are of the configuration without the choices of the admin area. Servers
    // apply such a choice one after the other, so a difference between them is not a conflict.
    return await registerInstance(opened, takeFingerprints(config));
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function openConfig(given: Config, db: Db): Promise<Config> {
  const config = await applyChosenAccount(given, db);
  const internalPort = config.http.internalPort || (await findFreePort());
  return { ...config, http: { ...config.http, internalPort } };
}

async function registerInstance(
  context: OpenedContext,
  secrets: Record<string, string>,
): Promise<Context> {
  const { config, log, instanceDb } = context;
  const clock = new DatabaseClock();
  const id = randomUUID();
  const instances = new InstanceRegistry({
    db: instanceDb,
    log: log.child({ area: "instances" }),
    clock: backgroundClock,
    databaseClock: clock,
    id,
    previousId: await replacePreviousInstance(config.dataDir, id),
    own: {
      name: hostname(),
      version: findRootFolder().version,
      internalUrl: `http://127.0.0.1:${config.http.internalPort}`,
      secrets,
    },
  });
  await instances.start();
  async function close(): Promise<void> {
    await instances.close();
    await context.close();
  }
  return { ...context, instances, clock, close };
}

/**
 * Announces the migration to the supervisor, because it can take longer than a start may be silent.
 */
async function migrateDatabase({ db, log }: Pick<Context, "db" | "log">): Promise<string[]> {
  announceMigration(true);
  try {
    return await migrate(db, {
      onRetry: (migration, tries) => log.warn({ migration, tries }, "database lock awaited"),
    });
  } finally {
    announceMigration(false);
  }
}

function noRestart(): void {
  // This server has no supervisor.
}
