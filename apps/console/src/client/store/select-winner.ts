import type { Call, Contest } from "@linedesk/contract";
import { selectQueueCalls } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/**
 * Returns the call of the contest's winner while it is at the desk. A winner of an earlier
 * contest, or of another station, can still be in the queue.
 */
export function selectWinner(state: RootState, contest: Contest | null): Call | null {
  if (contest === null) {
    return null;
  }
  const startedAt = Date.parse(contest.startedAt);
  const call = selectQueueCalls(state).find(
    (one) =>
      one.contest?.outcome === "winner" &&
      one.phoneLine?.id === contest.phoneLine.id &&
      Date.parse(one.arrivedAt) >= startedAt,
  );
  return call ?? null;
}
