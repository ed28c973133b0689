import type { TelephonyService } from "../../telephony/telephony-service.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { hasRecentChange } from "../store/call-store.ts";

const RECENT_MS = 60_000;

/**
 * Returns the time until the next comparison. If the service's events can get lost, the time is
 * shorter after a recent change of a call.
 */
export async function chooseReconcileInterval(
  deps: Pick<DeskDeps, "db" | "clock"> & { at: Pick<TelephonyService, "telephony"> },
): Promise<number> {
  const { reconcileEveryMs, reconcileRecentEveryMs } = deps.at.telephony.policy;
  if (reconcileRecentEveryMs === reconcileEveryMs) {
    return reconcileEveryMs;
  }
  const since = new Date(deps.clock.now() - RECENT_MS);
  return (await hasRecentChange(deps.db, since)) ? reconcileRecentEveryMs : reconcileEveryMs;
}
