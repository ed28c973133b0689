import pg from "pg";

import type { StatementNames } from "./statement-names.ts";

type Query = (...args: unknown[]) => unknown;
type Client = Pick<pg.PoolClient, "getTransactionStatus">;

/** PostgreSQL's function that refuses a prepared statement whose columns a migration has changed. */
const REFUSED_BY = "RevalidateCachedQuery";
const NOT_IN_TRANSACTION = "I";

/** Returns true when the same statement works again, under another name. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === REFUSED_BY;
}

/**
 * Returns a query function that names statements. A statement whose columns a migration has changed
 * gets another name, and runs again unless its transaction has failed.
 */
export function nameQueries(client: Client, query: Query, names: StatementNames): Query {
  async function send(name: string, text: string, values: unknown[]): Promise<unknown> {
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (!isPlanOutdated(error)) {
        throw error;
      }
      names.renew(text, name);
      if (client.getTransactionStatus() !== NOT_IN_TRANSACTION) {
        throw error;
      }
      return query(text, values);
    }
  }
  return (...args) => {
    const [text, values] = args;
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0) {
      return query(...args);
    }
    const name = names.take(text);
    return name === null ? query(...args) : send(name, text, values);
  };
}
