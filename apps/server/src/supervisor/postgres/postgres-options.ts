import type { PostgresUser } from "./postgres-user.ts";

export const DATABASE_NAME = "linedesk";
export const USER_NAME = "linedesk";

/** A fast shutdown writes all data. After this time it is cut short, which is safe but slow. */
export const STOP_TIMEOUT_MS = 10_000;

export interface EmbeddedPostgresOptions {
  dir: string;
  port: number;
  password: string;
  onLog: (text: string) => void;
  /** Gives the cluster this password in place of any other. */
  resetPassword?: boolean;
  /** Trades safety for speed, for databases that live as long as a test. */
  disposable?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  pid: number;
  /** Resolves when the process has ended, by `stop` or by itself. */
  ended: Promise<void>;
  stop(): Promise<void>;
  /** Kills it at once. Its own recovery repairs the data at the next start. */
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
