import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

import { DatabaseReadOnlyError } from "./database-read-only-error.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { nameQueries } from "./name-queries.ts";
import { StatementNames } from "./statement-names.ts";

/**
 * A pool that names statements, and reuses a connection only while it leads to a primary. After a
 * failover, a connection may lead to a server that is a standby now and answers every change with
 * an error.
 */
export class WatchedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #names = new StatementNames();
  readonly #watched = new WeakSet<PostgresPoolClient>();
  readonly #lost = new WeakSet<PostgresPoolClient>();

  constructor(options: pg.PoolConfig, onError: (error: Error) => void) {
    this.#pool = new pg.Pool({
      ...options,
      verify: (client, done) => {
        requirePrimary(client).then(() => done(), done);
      },
    });
    this.#pool.on("error", onError);
    // The pool listens only to idle clients. Without this listener, an error of a client in use
    // would end the process.
    this.#pool.on("connect", (client) => client.on("error", onError));
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    this.#watchQueries(client);
    const release = client.release.bind(client);
    client.release = () => release(this.#lost.has(client));
    return client;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #watchQueries(client: pg.PoolClient): void {
    if (this.#watched.has(client)) {
      return;
    }
    this.#watched.add(client);
    const bound = client.query.bind(client) as (...args: unknown[]) => unknown;
    const query = nameQueries(client, bound, this.#names);
    client.query = ((...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) {
        result.catch((error: unknown) => {
          if (isDatabaseUnavailable(error)) {
            this.#lost.add(client);
          }
        });
      }
      return result;
    }) as typeof client.query;
  }
}

async function requirePrimary(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    "select pg_is_in_recovery() as standby",
  );
  if (rows[0]?.standby === true) {
    throw new DatabaseReadOnlyError();
  }
}
