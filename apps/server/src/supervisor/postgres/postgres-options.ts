import type { PostgresUser } from "./postgres-user.ts";

export const DATABASE_NAME = "linedesk";
export const USER_NAME = "linedesk";

/**
 * A fast shutdown writes all data. After this time PostgreSQL is killed, which is safe but makes
 * the next start slow.
 */
export const STOP_TIMEOUT_MS = 10_000;

export interface EmbeddedPostgresOptions {
  dir: string;
  port: number;
  password: string;
  onLog: (text: string) => void;
  /** True to replace the cluster's password by this one. */
  resetPassword?: boolean;
  /** True to trade safety for speed, for databases that are used for one test only. */
  disposable?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  pid: number;
  /** Resolves when the process has ended, by `stop` or by itself. */
  ended: Promise<void>;
  stop(): Promise<void>;
  /** Kills the process immediately. PostgreSQL's recovery repairs the data at the next start. */
  kill(): void;
}

/** PostgreSQL did not start. The message is for the person who starts the product. */
export class PostgresStartError extends Error {
  override name = "PostgresStartError";
  readonly code = "postgres_start";
}

export function buildDatabaseUrl(
  { port, password }: Pick<EmbeddedPostgresOptions, "port" | "password">,
  database: string,
): string {
  return `postgresql://${USER_NAME}:${password}@127.0.0.1:${port}/${database}`;
}

export function spawnIds(user: PostgresUser): { uid?: number; gid?: number } {
  return user.type === "user" ? { uid: user.uid, gid: user.gid } : {};
}

export const environment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
} as unknown as NodeJS.ProcessEnv;
