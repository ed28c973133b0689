import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Logger } from "pino";
import { z } from "zod";

import { HTTP_METHODS } from "@linedesk/base";
import { writeAtomically } from "../storage/write-atomically.ts";
import { isE164 } from "./e164.ts";
import { describeNumber } from "./number-format.ts";

const method = z.enum(HTTP_METHODS);
const url = z.string().nullable();
const date = z.coerce.date();
const phoneNumber = z.string().refine(isE164, { error: "must be in E.164" });

const voice = {
  friendlyName: z.string(),
  voiceUrl: url,
  voiceMethod: method,
  voiceFallbackUrl: url,
  voiceFallbackMethod: method,
  statusCallback: url,
  statusCallbackMethod: method,
};
const record = { sid: z.string(), accountSid: z.string(), createdAt: date, updatedAt: date };

const exchangeState = z.object({
  numbers: z.array(
    z.object({
      ...record,
      ...voice,
      phoneNumber,
      voiceApplicationSid: z.string().nullable(),
      trunkSid: z.string().nullable().default(null),
      dialledWithin: z.boolean().default(true),
    }),
  ),
  callerIds: z.array(z.object({ ...record, phoneNumber, friendlyName: z.string() })),
  applications: z.array(
    z.object({
      ...record,
      ...voice,
    }),
  ),
  // Older files lack the fields below.
  keys: z
    .array(z.object({ ...record, friendlyName: z.string(), secret: z.string() }))
    .default(() => []),
  queues: z
    .array(
      z.object({
        sid: z.string(),
        friendlyName: z.string(),
        maxSize: z.number(),
        createdAt: date,
        updatedAt: date,
      }),
    )
    .default(() => []),
  account: z.object({ friendlyName: z.string(), createdAt: date, updatedAt: date }).default(() => {
    const at = new Date();
    return { friendlyName: "Linedesk exchange", createdAt: at, updatedAt: at };
  }),
});

export type ExchangeState = z.infer<typeof exchangeState>;
export type AccountRecord = ExchangeState["account"];

const FILE_NAME = "exchange.json";

export class StateFileError extends Error {
  override readonly name = "StateFileError";
  readonly code = "state_file";
}

/**
 * One small JSON file. Each version is written to a second file that is then renamed, so the file
 * is always complete.
 */
export class StateFile {
  readonly #path: string | null;
  readonly #logger: Logger;
  #writing: Promise<void> = Promise.resolve();
  #pending: ExchangeState | null = null;
  /** Is false after a failed write, until a later write succeeds. */
  #isWritten = true;
  #changes = 0;

  constructor(folder: string | null, logger: Logger) {
    this.#path = folder === null ? null : join(folder, FILE_NAME);
    this.#logger = logger;
  }

  /** Throws StateFileError for a damaged file, because a later write would destroy it. */
  read(): ExchangeState {
    const empty = exchangeState.parse({ numbers: [], callerIds: [], applications: [] });
    if (this.#path === null) {
      return empty;
    }
    try {
      const state = exchangeState.parse(JSON.parse(readFileSync(this.#path, "utf8")));
      this.#warnUnplannedNumbers(state);
      return state;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") {
        return empty;
      }
      const advice = "Restore a copy of it, or move it away to start without it";
      throw new StateFileError(`${this.#path} is damaged. ${advice}.`, { cause: error });
    }
  }

  /**
   * Logs numbers that are in no numbering plan. An earlier version accepted such numbers, and calls
   * to them still arrive. The REST API refuses them now.
   */
  #warnUnplannedNumbers({ numbers }: ExchangeState): void {
    const sids = numbers
      .filter((one) => describeNumber(one.phoneNumber) === null)
      .map(({ sid }) => sid);
    if (sids.length > 0) {
      this.#logger.warn({ sids }, "exchange state contains invalid numbers");
    }
  }

  get revision(): number {
    return this.#changes;
  }

  /** Queues a write. If several states wait in the queue, it writes only the last one. */
  save(state: ExchangeState): void {
    if (this.#path === null) {
      return;
    }
    this.#changes += 1;
    const isQueued = this.#pending !== null;
    this.#pending = state;
    if (!isQueued) {
      this.#writing = this.#writing.then(() => this.#write());
    }
  }

  /** Resolves to true when every saved state is on the disk, and to false when the write failed. */
  async flush(): Promise<boolean> {
    await this.#writing;
    return this.#isWritten;
  }

  async #write(): Promise<void> {
    const state = this.#pending;
    this.#pending = null;
    if (state === null || this.#path === null) {
      return;
    }
    try {
      await writeAtomically(this.#path, `${JSON.stringify(state, null, 2)}\n`);
      this.#isWritten = true;
    } catch (error) {
      this.#isWritten = false;
      this.#logger.error({ err: error }, "exchange state save failed");
    }
  }
}
