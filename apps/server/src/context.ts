import type { Config } from "./config/config.ts";
import { openDatabase, type Db } from "./platform/db/database.ts";
import { DiskCheck } from "./platform/health/health.ts";
import type { Logger } from "./platform/logger.ts";

export interface Context {
  config: Config;
  log: Logger;
  db: Db;
  /**
   * Marks outbox rows as sent without waiting for the disk. A lost mark does no harm, because the
   * row is then sent twice.
   */
  outboxDb: Db;
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

export function createContext({ config, log, databaseUrl, restart }: ContextOptions): Context {
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
  let closed: Promise<void> | undefined;
  return {
    config,
    log,
    db,
    outboxDb,
    disk,
    restart,
    close: () => (closed ??= Promise.all([db.destroy(), outboxDb.destroy()]).then(() => undefined)),
  };
}
