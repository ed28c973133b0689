import { systemClock } from "@linedesk/base";
import { findStationDay } from "@linedesk/contract";
import { systemActor } from "../platform/db/actor.ts";
import { ApiError } from "../platform/http/errors.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import { openPromotion, type PromotionOptions } from "./open-promotion.ts";
import { setWinStatus, type WinDeps } from "./set-win-status.ts";
import { findUncollected } from "./win-store.ts";

type JobOptions = Omit<PromotionOptions, "clock"> & Partial<Pick<PromotionOptions, "clock">>;

/** One turn expires at most so many; the next goes on. */
const MOST_A_TURN = 1_000;

/** Each hour, so that a win expires soon after midnight in Sydney, in summer and winter. */
export function createExpireWinsJob({ clock = systemClock, ...options }: JobOptions): Job {
  const promotion = openPromotion({ ...options, clock });
  const deps = { calls: { db: options.db, clock }, promotion };
  return { name: "expire-wins", cron: "7 * * * *", run: () => expireWins(deps) };
}

/** Wins whose time to be collected is over; one that somebody changes meanwhile stays. */
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
