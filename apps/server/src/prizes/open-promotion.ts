import { systemClock } from "@linedesk/base";
import { findStationDay } from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import { SecretSeal } from "../integrations/secret-seal.ts";
import { WebhookClient } from "../integrations/webhook-client.ts";
import { systemActor } from "../platform/db/audit-store.ts";
import { ApiError } from "../platform/http/errors.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import { PromotionSource, type PromotionSourceOptions } from "./promotion-source.ts";
import { Promotion } from "./promotion.ts";
import { setWinStatus, type WinDeps } from "./set-win-status.ts";
import { findUncollected } from "./win-store.ts";

export interface PromotionOptions extends Omit<PromotionSourceOptions, "choice"> {
  integrations?: Config["integrations"];
}

export function openPromotion(options: PromotionOptions): Promotion {
  const { db, clock, log } = options;
  return new Promotion({ db, clock, log, source: openPromotionSource(options) });
}

export function openPromotionSource({
  integrations,
  ...options
}: PromotionOptions): PromotionSource {
  const choice =
    integrations === undefined
      ? null
      : { seal: new SecretSeal(integrations.key), policy: new WebhookClient(integrations) };
  return new PromotionSource({ ...options, choice });
}

type JobOptions = Omit<PromotionOptions, "clock"> & Partial<Pick<PromotionOptions, "clock">>;

/** Sends waiting wins to an outside system each minute; without a system it does nothing. */
export function createPromotionJob({ clock = systemClock, ...options }: JobOptions): Job[] {
  if (options.promotion === null && options.integrations === undefined) {
    return [];
  }
  const log = options.log.child({ area: "promotion" });
  const promotion = openPromotion({ ...options, log, clock });
  return [{ name: "promotion", cron: "* * * * *", run: () => promotion.deliverDue() }];
}

/** The limit of expiries in one run. The next run continues. */
const MOST_A_TURN = 1_000;

/**
 * Runs each hour, so that a win expires soon after midnight in Sydney, with and without daylight
 * saving.
 */
export function createExpireWinsJob({ clock = systemClock, ...options }: JobOptions): Job {
  const promotion = openPromotion({ ...options, clock });
  const deps = { calls: { db: options.db, clock }, promotion };
  return { name: "expire-wins", cron: "7 * * * *", run: () => expireWins(deps) };
}

/** Expires wins whose collection time is over. Skips a win that a person has just changed. */
export async function expireWins(deps: WinDeps): Promise<void> {
  const { db, clock } = deps.calls;
  const today = findStationDay(new Date(clock.now()));
  for (const { id: win, station } of await findUncollected(db, { today, limit: MOST_A_TURN })) {
    const change = { station, win, seen: "to_collect", status: "expired" } as const;
    try {
      await setWinStatus(deps, { ...change, by: "Linedesk", actor: systemActor });
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
    }
  }
}
