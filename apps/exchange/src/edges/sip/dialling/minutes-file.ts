import { readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import type { SipLogger } from "@linedesk/sip";
import { writeAtomically } from "../../../storage/write-atomically.ts";
import type { DailyMinutes, MinutesStore } from "./dialling-caps.ts";

const storedMinutes = z.object({ day: z.int().min(0), minutes: z.int().min(0) });

export class MinutesFile implements MinutesStore {
  readonly #path: string;
  readonly #logger: SipLogger;
  #writing: Promise<void> = Promise.resolve();
  #pending: DailyMinutes | null = null;

  constructor(folder: string, logger: SipLogger) {
    this.#path = join(folder, "dialled-minutes.json");
    this.#logger = logger;
  }

  /**
   * Returns `null` without a file. A damaged file is logged, and the next write replaces it: only
   * the minutes of one day are lost.
   */
  read(): DailyMinutes | null {
    try {
      return storedMinutes.parse(JSON.parse(readFileSync(this.#path, "utf8")));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
        this.#logger.warn({ err: error }, "dialling minutes unreadable");
      }
      return null;
    }
  }

  save(used: DailyMinutes): void {
    const isQueued = this.#pending !== null;
    this.#pending = used;
    if (!isQueued) {
      this.#writing = this.#writing.then(() => this.#write());
    }
  }

  flush(): Promise<void> {
    return this.#writing;
  }

  async #write(): Promise<void> {
    const used = this.#pending;
    this.#pending = null;
    if (used === null) {
      return;
    }
    try {
      await writeAtomically(this.#path, `${JSON.stringify(used)}\n`);
    } catch (error) {
      this.#logger.error({ err: error }, "dialling minutes save failed");
    }
  }
}
