import type { Trx } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import type { ServiceSet } from "./service-set.ts";
import type { SoftphoneControl } from "./telephony.ts";
import { insertVoiceWithdrawal } from "./voice-token-store.ts";

/** The telephony services at which a person can have a softphone. */
type Softphones = Pick<ServiceSet<{ service: string; telephony: SoftphoneControl }>, "all">;

export interface SoftphoneTokensDeps {
  services: Softphones;
  /** Deletes the records of the person's tokens that were issued before `until`. */
  forget: (userId: string, until: Date) => Promise<void>;
  now: () => Date;
  log: Pick<Logger, "warn">;
  wait: (ms: number) => Promise<unknown>;
}

const retryDelaysMs = [200, 800];
/** The limit of pending work while the service does not answer. */
const MAX_WAITING = 1_000;

/** Withdraws voice tokens in the background, so that the end of a session need not wait. */
export class SoftphoneTokens {
  readonly #deps: SoftphoneTokensDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #queued = new Set<string>();

  constructor(deps: SoftphoneTokensDeps) {
    this.#deps = deps;
  }

  withdraw(userId: string): void {
    if (this.#running.size >= MAX_WAITING) {
      this.#deps.log.warn({ user: userId }, "voice token withdrawal dropped");
      return;
    }
    if (this.#queued.has(userId)) {
      return;
    }
    this.#queued.add(userId);
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
    const { services, forget, now } = this.#deps;
    this.#queued.delete(userId);
    for (const delayMs of [...retryDelaysMs, null]) {
      try {
        const until = now();
        await withdrawEverywhere(services, userId);
        return await forget(userId, until);
      } catch (err) {
        if (delayMs === null) {
          this.#deps.log.warn({ err, user: userId }, "voice token withdrawal failed");
          return;
        }
        await this.#deps.wait(delayMs);
      }
    }
  }
}

/**
 * Withdraws the identity's tokens at all services at the same time. Throws if one of them fails.
 */
export async function withdrawEverywhere({ all }: Softphones, identity: string): Promise<void> {
  const done = await Promise.allSettled(
    all.map(({ telephony }) => telephony.withdrawTokens(identity)),
  );
  const failed = done.find((one) => one.status === "rejected");
  if (failed !== undefined) {
    throw failed.reason;
  }
}

/**
 * Runs in the transaction that makes the identity's tokens invalid. The withdrawal is repeated
 * until the telephony service has executed it.
 */
export async function voidVoiceTokens(trx: Trx, identity: string, now: Date): Promise<void> {
  await insertVoiceWithdrawal(trx, { identity, now });
}
