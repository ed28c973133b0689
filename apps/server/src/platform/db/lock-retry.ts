import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import { describeFailure } from "./migration-error.ts";

/** PostgreSQL appendix A: `lock_not_available` and `deadlock_detected`. */
const LOCK_STATES = ["55P03", "40P01"];

export interface LockRetry {
  /** The longest wait for another transaction. Later users of the table wait as long. */
  lockTimeoutMs: number;
  tries: number;
  /** The time between two tries, in which the users of the table continue. */
  pauseMs: number;
}

export const LOCK_RETRY: LockRetry = { lockTimeoutMs: 5_000, tries: 12, pauseMs: 2_000 };

export interface RetryOptions {
  lockRetry: LockRetry;
  /** Is called when a lock was not free in time, before the next try. */
  onRetry: (tries: number) => void;
}

/** Runs the step again when it did not get a lock in time. The step must undo what it began. */
export async function retryLocks(
  { lockRetry, onRetry }: RetryOptions,
  step: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await step();
      return;
    } catch (error) {
      if (!isLockFailure(error)) {
        throw error;
      }
      if (tries === lockRetry.tries) {
        throw new Error(`${describeFailure(error)}, ${tries} times`, { cause: error });
      }
      onRetry(tries);
      await wait(lockRetry.pauseMs);
    }
  }
}

function isLockFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && LOCK_STATES.includes(error.code ?? "");
}
