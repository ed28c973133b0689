import { join } from "node:path";

import type { Logger } from "pino";
import { z } from "zod";

import type { Clock } from "@linedesk/base";
import { RecordLog } from "../../../storage/record-log.ts";

/** No token lives longer, so an older withdrawal has no effect. */
const LONGEST_TOKEN_MS = 24 * 60 * 60 * 1000;
const MAX_IDENTITIES = 10_000;
const FILE_NAME = "withdrawn-tokens.jsonl";

const storedWithdrawal = z.object({ identity: z.string(), second: z.int().min(0) });

export interface TokenWithdrawalsOptions {
  clock: Clock;
  /** With `null`, nothing outlives the process. */
  folder: string | null;
  logger: Logger;
}

/**
 * Stores the time at which the tokens of each identity were withdrawn. An entry expires after 24 h,
 * the longest lifetime of a token; with more than 10,000 identities, the oldest entry is removed
 * earlier. The disk has a copy, because otherwise withdrawn tokens would be valid after a restart.
 */
export class TokenWithdrawals {
  readonly #clock: Clock;
  readonly #log: RecordLog<z.output<typeof storedWithdrawal>>;
  readonly #seconds = new Map<string, number>();

  constructor({ clock, folder, logger }: TokenWithdrawalsOptions) {
    this.#clock = clock;
    const path = folder === null ? null : join(folder, FILE_NAME);
    this.#log = new RecordLog({ path, schema: storedWithdrawal, logger });
    for (const { identity, second } of this.#log.rows().sort((a, b) => a.second - b.second)) {
      this.#seconds.set(identity, second);
    }
    this.#forgetOldest();
  }

  add(identity: string): void {
    const second = Math.floor(this.#clock.now() / 1000);
    this.#seconds.delete(identity);
    this.#seconds.set(identity, second);
    this.#log.put(identity, { identity, second });
    this.#forgetOldest();
  }

  /**
   * Also returns true for a token of the same second: the token can be older than the withdrawal,
   * because tokens have only whole seconds.
   */
  has(identity: string, issuedAtS: number | null): boolean {
    const second = this.#seconds.get(identity);
    return second !== undefined && (issuedAtS === null || issuedAtS <= second);
  }

  persisted(): Promise<void> {
    return this.#log.persisted();
  }

  #forgetOldest(): void {
    const now = this.#clock.now();
    for (const [oldest, second] of this.#seconds) {
      const isOver = now - second * 1000 > LONGEST_TOKEN_MS;
      if (!isOver && this.#seconds.size <= MAX_IDENTITIES) {
        return;
      }
      this.#seconds.delete(oldest);
      this.#log.remove(oldest);
    }
  }
}
