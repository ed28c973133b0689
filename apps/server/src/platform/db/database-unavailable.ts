import pg from "pg";

import { DatabaseReadOnlyError } from "./database-read-only-error.ts";

/**
 * The states of a database that is shut down, has crashed, is starting, has no connections left, or
 * accepts no changes because another database is the primary now (PostgreSQL appendix A).
 */
const lostStates = /^(08...|57P0[1-5]|53300|25006)$/;
const lostSockets = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "ETIMEDOUT"]);
/** Messages of `pg` that have no code. */
const lostWords =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable/;

/** PostgreSQL's codes for a full disk and for an exceeded configuration limit. */
const fullStates = /^(53100|53400)$/;

export function isDatabaseFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && fullStates.test(error.code ?? "");
}

/**
 * Returns true when the query failed because the database is unavailable. A later try may succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return lostStates.test(error.code ?? "");
  }
  if (error instanceof DatabaseReadOnlyError) {
    return true;
  }
  if (!(error instanceof Error)) {
    return false;
  }
  const isSocketGone = "code" in error && "syscall" in error && lostSockets.has(String(error.code));
  return isSocketGone || lostWords.test(error.message);
}
