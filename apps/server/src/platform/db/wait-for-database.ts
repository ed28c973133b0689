import { setTimeout as wait } from "node:timers/promises";

import { sql } from "kysely";

import type { Db } from "./database.ts";

const WAIT_MS = 15_000;
const ASK_AGAIN_MS = 250;

/** The database does not answer; the message is for the person who starts the product. */
export class DatabaseUnreachableError extends Error {
  override name = "DatabaseUnreachableError";
  readonly code = "database_unreachable";
}

/** Throws unless the database answers. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Waits until the database answers, for it may start beside us. Throws `DatabaseUnreachableError`.
 */
export async function waitForDatabase(db: Db): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    try {
      await pingDatabase(db);
      return;
    } catch (error) {
      if (performance.now() > until) {
        throw unreachable(error);
      }
      await wait(ASK_AGAIN_MS);
    }
  }
}

function unreachable(error: unknown): DatabaseUnreachableError {
  const reason = error instanceof Error && error.message !== "" ? error.message : "no answer";
  return new DatabaseUnreachableError(`The database of DATABASE_URL cannot be used: ${reason}.`, {
    cause: error,
  });
}
