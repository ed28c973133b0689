import { systemClock } from "@linedesk/base";
import type { Job } from "../platform/jobs/jobs.ts";
import { openPromotion, type PromotionOptions } from "./open-promotion.ts";

type JobOptions = Omit<PromotionOptions, "clock"> & Partial<Pick<PromotionOptions, "clock">>;

/** Each minute, what an outside system could not take before; no work where there is none. */
export function createPromotionJob({ clock = systemClock, ...options }: JobOptions): Job[] {
  if (options.promotion === null && options.integrations === undefined) {
    return [];
  }
  const log = options.log.child({ area: "promotion" });
  const promotion = openPromotion({ ...options, log, clock });
  return [{ name: "promotion", cron: "* * * * *", run: () => promotion.deliverDue() }];
}
