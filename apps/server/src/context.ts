import type { Config } from "./config/config.ts";
import { openDatabase, type Db } from "./platform/db/database.ts";
import { DiskCheck } from "./platform/health/health.ts";
import type { DatabaseClock } from "./platform/instances/database-clock.ts";
import type { InstanceRegistry } from "./platform/instances/instance-registry.ts";
import type { Logger } from "./platform/logger.ts";

export interface Context {
  config: Config;
  log: Logger;
  db: Db;
  /**
   * Marks outbox rows as sent without waiting for the disk. If a crash loses the `sent_at` of a
   * row, the row is only sent twice.
   */
  outboxDb: Db;
  /**
   * Renews the registration and the leases of this server. A query that takes long fails, because
   * another server takes over meanwhile.
   */
  instanceDb: Db;
  instances: InstanceRegistry;
  /** The database's clock, for each time that another server compares with its own. */
  clock: DatabaseClock;
  disk: DiskCheck;
  /** Ends the server cleanly, so that its supervisor starts it again. */
  restart: () => void;
  close(): Promise<void>;
}

export interface ContextOptions {
  config: Config;
  log: Logger;
  databaseUrl: string;
  restart: () => void;
}

export type OpenedContext = Omit<Context, "instances" | "clock">;

const INSTANCE_TIMEOUT_MS = 2_000;

export function createContext(options: ContextOptions): OpenedContext {
  const { config, log, databaseUrl, restart } = options;
  const dbLog = log.child({ area: "db" });
  const disk = DiskCheck.of(config.dataDir);
  function onError(err: Error): void {
    dbLog.warn({ err }, "database idle connection lost");
  }
  const db = openDatabase({
    url: databaseUrl,
    poolSize: config.database.poolSize,
    onQueryError: (error) => disk.noteError(error),
    onError,
  });
  const outboxDb = openDatabase({ url: databaseUrl, poolSize: 1, isForgetful: true, onError });
  const instanceDb = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    timeoutMs: INSTANCE_TIMEOUT_MS,
    isForgetful: true,
    onError,
  });
  const all = [db, outboxDb, instanceDb];
  let closed: Promise<void> | undefined;
  return {
    config,
    log,
    db,
    outboxDb,
    instanceDb,
    disk,
    restart,
    close: () => (closed ??= Promise.all(all.map((one) => one.destroy())).then(() => undefined)),
  };
}
