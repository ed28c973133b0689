import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";

import type { Tables } from "./tables/tables.ts";

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Whether a commit may be lost with the machine's power, never with a process. */
  isForgetful?: boolean;
  onQueryError?: (error: unknown) => void;
  /** A connection broke; the pool makes a new one when it is needed. */
  onError: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

const INT8 = 20;

/** `bigint` columns count events and rows, far below 2^53. */
const parsers = new pg.TypeOverrides();
parsers.setTypeParser(INT8, Number);

/** A pool of connections to PostgreSQL; nothing connects before the first query. */
export function openDatabase(options: DatabaseOptions): Db {
  const { url, poolSize, onError, onQueryError } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: "linedesk",
    ...(options.isForgetful === true ? { options: "-c synchronous_commit=off" } : {}),
    types: parsers,
  });
  pool.on("error", onError);
  // The pool listens only while a client is idle: one that breaks in use would end the process.
  pool.on("connect", (client) => client.on("error", onError));
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === "error") {
        onQueryError?.(event.error);
      }
    },
  });
}
