import type { Logger } from "../platform/logger.ts";
import type { SoftphoneControl } from "./telephony.ts";

export interface SoftphoneTokensDeps {
  telephony: SoftphoneControl;
  log: Pick<Logger, "warn">;
  wait: (ms: number) => Promise<unknown>;
}

const retryDelaysMs = [200, 800];
/** A service that does not answer must not gather work without end. */
const MAX_WAITING = 1_000;

/** Withdraws voice tokens in the background: nobody who ends a session waits for it. */
export class SoftphoneTokens {
  readonly #deps: SoftphoneTokensDeps;
  readonly #running = new Map<string, Promise<void>>();

  constructor(deps: SoftphoneTokensDeps) {
    this.#deps = deps;
  }

  withdraw(userId: string): void {
    if (this.#running.size >= MAX_WAITING) {
      this.#deps.log.warn({ user: userId }, "voice tokens are not withdrawn: too many wait");
      return;
    }
    const before = this.#running.get(userId) ?? Promise.resolve();
    const work = before.then(() => this.#withdraw(userId));
    this.#running.set(userId, work);
    void work.finally(() => {
      if (this.#running.get(userId) === work) {
        this.#running.delete(userId);
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #withdraw(userId: string): Promise<void> {
    for (const delayMs of [...retryDelaysMs, null]) {
      try {
        return await this.#deps.telephony.withdrawTokens(userId);
      } catch (err) {
        if (delayMs === null) {
          this.#deps.log.warn({ err, user: userId }, "voice tokens could not be withdrawn");
          return;
        }
        await this.#deps.wait(delayMs);
      }
    }
  }
}
