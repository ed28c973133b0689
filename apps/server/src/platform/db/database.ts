import { setTimeout as wait } from "node:timers/promises";

import { Kysely, PostgresDialect, type PostgresDialectConfig, sql, type Transaction } from "kysely";
import pg from "pg";

import { EventDriver } from "./event-driver.ts";
import { isPlanOutdated } from "./name-queries.ts";
import type { Tables } from "./tables/tables.ts";
import { WatchedPool } from "./watched-pool.ts";

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** The time limit for a connection and for each statement. */
  timeoutMs?: number;
  /**
   * Is true when a power failure may lose a commit. A crash of the process never loses a commit.
   */
  isForgetful?: boolean;
  onQueryError?: (error: unknown) => void;
  onError: (error: Error) => void;
}

class EventDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): EventDriver {
    return new EventDriver(this.#config);
  }
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

const INT8 = 20;

/** `bigint` columns count events and rows, far below 2^53. */
const parsers = new pg.TypeOverrides();
parsers.setTypeParser(INT8, Number);

export function openDatabase(options: DatabaseOptions): Db {
  const { url, poolSize, timeoutMs, onError, onQueryError } = options;
  const settings = {
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: timeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: timeoutMs ?? STATEMENT_TIMEOUT_MS,
    // A query on a connection that broke silently would never end.
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: "linedesk",
    ...(options.isForgetful === true ? { options: "-c synchronous_commit=off" } : {}),
    types: parsers,
  };
  const pool = new WatchedPool(settings, onError);
  return new Kysely<Tables>({
    dialect: new EventDialect({ pool }),
    log: (event) => {
      if (event.level === "error") {
        onQueryError?.(event.error);
      }
    },
  });
}

/** PostgreSQL's code for the one transaction that it ends in a deadlock (appendix A). */
const DEADLOCK = "40P01";
const MOST_TRIES = 3;

/**
 * Runs one transaction. Rows are locked in one order everywhere, but a new row or a foreign key can
 * still cause a deadlock. Then the database ends one transaction, and this function runs it again
 * from its start, so that no action or webhook is lost. It does the same after a migration that
 * changed the columns of a statement. `run` may therefore run more than once, and
 * must have no effect outside the transaction.
 */
export async function transact<T>(db: Db, run: (trx: Trx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (!(isDeadlock(error) || isPlanOutdated(error)) || tries === MOST_TRIES) {
        throw error;
      }
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DEADLOCK;
}

const WAIT_MS = 15_000;
const ASK_AGAIN_MS = 250;

/** The database does not answer. The message is for the person who starts the product. */
export class DatabaseUnreachableError extends Error {
  override name = "DatabaseUnreachableError";
  readonly code = "database_unreachable";
}

/** A pooler between server and database, such as PgBouncer, loses what a connection sets. */
export class DatabasePoolerError extends Error {
  override name = "DatabasePoolerError";
  readonly code = "database_pooler";

  constructor(setting: string, options?: ErrorOptions) {
    super(
      `${setting} leads to a pooler such as PgBouncer, which loses the limits, locks and notifications of a connection. Name PostgreSQL's own address there; the server has a pool itself (DATABASE_POOL).`,
      options,
    );
  }
}

/** Returns true when PgBouncer has refused a startup parameter that its settings do not name. */
function isPoolerRefusal(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

/** Throws if the session does not have our limits, because a pooler ignores startup parameters. */
async function requireDirectConnection(db: Db, setting: string): Promise<void> {
  const { rows } = await sql<{ hasLimits: boolean }>`
    select current_setting('idle_in_transaction_session_timeout') <> '0' as "hasLimits"`.execute(
    db,
  );
  if (rows[0]?.hasLimits !== true) {
    throw new DatabasePoolerError(setting);
  }
}

/**
 * Throws PostgreSQL's own error when the database accepts no changes, so that the pool replaces the
 * connection.
 */
export async function pingWritableDatabase(db: Db): Promise<void> {
  await sql`do $$ begin
    if current_setting('transaction_read_only') = 'on' then
      raise read_only_sql_transaction using message = 'The database accepts no changes.';
    end if;
  end $$`.execute(db);
}

/**
 * Waits for the database, which may start at the same time. Throws `DatabaseUnreachableError` with
 * the name of the setting.
 */
export async function waitForDatabase(db: Db, setting = "DATABASE_URL"): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    try {
      await requireDirectConnection(db, setting);
      return;
    } catch (error) {
      if (error instanceof DatabasePoolerError) {
        throw error;
      }
      if (isPoolerRefusal(error)) {
        throw new DatabasePoolerError(setting, { cause: error });
      }
      if (performance.now() > until) {
        throw unreachable(setting, error);
      }
      await wait(ASK_AGAIN_MS);
    }
  }
}

function unreachable(setting: string, error: unknown): DatabaseUnreachableError {
  const reason = error instanceof Error && error.message !== "" ? error.message : "no answer";
  return new DatabaseUnreachableError(`The database of ${setting} cannot be used: ${reason}.`, {
    cause: error,
  });
}
