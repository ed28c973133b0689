import { type Clock } from "@linedesk/base";
import type { Config } from "../config/config.ts";
import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import { findAccount } from "./account-store.ts";

export interface ChosenAccountWatchDeps {
  db: Db;
  clock: Pick<Clock, "after">;
  log: Logger;
  config: Pick<Config, "telephony" | "services">;
  restart: () => void;
}

const CHECK_EVERY_MS = 5_000;

/** Returns true when the configuration alone decides the telephony services. */
export function isConfigured({
  telephony,
  services,
}: Pick<Config, "telephony" | "services">): boolean {
  return services.length > 1 || (telephony.kind === "twilio" && !telephony.isChosen);
}

/** Restarts this server when another one of the same database has chosen a telephony account. */
export class ChosenAccountWatch {
  readonly #deps: ChosenAccountWatchDeps;
  #cancel: () => void = () => undefined;
  #checking: Promise<void> | undefined;
  #stopped = false;

  constructor(deps: ChosenAccountWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { clock, config } = this.#deps;
    // An account of the configuration takes precedence over every choice.
    if (this.#stopped || isConfigured(config)) {
      return;
    }
    this.#cancel = clock.after(CHECK_EVERY_MS, () => {
      this.#checking = this.#check().finally(() => this.start());
    });
  }

  async close(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { db, log, config, restart } = this.#deps;
    try {
      const chosen = (await findAccount(db))?.account_sid ?? null;
      const used = config.telephony.isChosen ? config.telephony.accountSid : null;
      if (chosen !== used) {
        log.info("telephony account changed by another server");
        this.#stopped = true;
        restart();
      }
    } catch (err) {
      log.warn({ err }, "telephony account check failed");
    }
  }
}
