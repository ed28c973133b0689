import type { Secrets } from "../../config/secrets.ts";
import type { PostgresUser } from "./postgres-user.ts";

export const DATABASE_NAME = "linedesk";

/**
 * The roles of the embedded database: the superuser of initdb, which creates the other two; the
 * owner, which runs migrations; and the role of the server, which can only change rows.
 */
export const roleNames = {
  admin: "linedesk",
  owner: "linedesk_owner",
  server: "linedesk_server",
} as const;
export type RoleName = keyof typeof roleNames;

/**
 * A fast shutdown writes all data. After this time PostgreSQL is killed, which is safe but makes
 * the next start slow.
 */
export const STOP_TIMEOUT_MS = 10_000;

/** The paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

export interface EmbeddedPostgresOptions {
  dir: string;
  port: number;
  passwords: Readonly<Record<RoleName, string>>;
  onLog: (text: string) => void;
  /** With true, the start replaces the superuser's password with the one in `passwords`. */
  resetPassword?: boolean;
  /**
   * With true, speed is more important than safety, for databases that are used for one test only.
   */
  disposable?: boolean;
  /** The programs of another version of PostgreSQL, for tests. */
  binaries?: Binaries;
}

export interface EmbeddedPostgres {
  /** The URL of the database for each role. */
  urls: Record<RoleName, string>;
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

export function listPasswords(secrets: Secrets): EmbeddedPostgresOptions["passwords"] {
  return {
    admin: secrets.databasePassword,
    owner: secrets.databaseOwnerPassword,
    server: secrets.databaseServerPassword,
  };
}

type Server = Pick<EmbeddedPostgresOptions, "port" | "passwords">;

export function buildDatabaseUrl(
  { port, passwords }: Server,
  role: RoleName,
  database: string = DATABASE_NAME,
): string {
  return `postgresql://${roleNames[role]}:${passwords[role]}@127.0.0.1:${port}/${database}`;
}

/** Returns the URL of the database `postgres`, which every cluster has, for the superuser. */
export function buildAdminUrl(server: Server): string {
  return buildDatabaseUrl(server, "admin", "postgres");
}

export function spawnIds(user: PostgresUser): { uid?: number; gid?: number } {
  return user.type === "user" ? { uid: user.uid, gid: user.gid } : {};
}

export const environment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
} as unknown as NodeJS.ProcessEnv;
