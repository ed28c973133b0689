import type { Contest } from "@linedesk/contract";
import { describeCaller } from "./panel-caller.ts";
import { selectQueueCalls } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/**
 * Returns the name of the contest's winner while the call is at the desk. A winner of an earlier
 * contest, or of another station, can still be in the queue.
 */
export function selectWinner(state: RootState, contest: Contest | null): string | null {
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
  return call === undefined ? null : describeCaller(call);
}
