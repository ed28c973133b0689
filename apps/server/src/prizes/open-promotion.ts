import type { Config } from "../config/config.ts";
import { PromotionClient } from "./promotion-client.ts";
import { Promotion, type PromotionDeps } from "./promotion.ts";

export interface PromotionOptions extends Omit<PromotionDeps, "client"> {
  promotion: Config["promotion"];
  /** After which an answer of the outside system counts as none. */
  timeoutMs?: number;
}

/** The outside system of the settings, or our own registry where they name none. */
export function openPromotion(options: PromotionOptions): Promotion {
  const { promotion, timeoutMs, clock } = options;
  const limits = timeoutMs === undefined ? {} : { timeoutMs };
  const client =
    promotion === null
      ? null
      : new PromotionClient({ ...promotion, ...limits, now: () => clock.now() });
  return new Promotion({ db: options.db, clock, log: options.log, client });
}
