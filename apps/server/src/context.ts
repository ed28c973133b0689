import type { Config } from "./config/config.ts";
import { openDatabase, type Db } from "./platform/db/database.ts";
import type { Logger } from "./platform/logger.ts";

/** What lives as long as the server and is handed to every feature by name. */
export interface Context {
  config: Config;
  log: Logger;
  db: Db;
  close(): Promise<void>;
}

export interface ContextOptions {
  config: Config;
  log: Logger;
  databaseUrl: string;
}

export function createContext({ config, log, databaseUrl }: ContextOptions): Context {
  const dbLog = log.child({ area: "db" });
  const db = openDatabase({
    url: databaseUrl,
    poolSize: config.database.poolSize,
    onError: (err) => dbLog.warn({ err }, "idle database connection lost"),
  });
  let closed: Promise<void> | undefined;
  return {
    config,
    log,
    db,
    close: () => (closed ??= db.destroy()),
  };
}
