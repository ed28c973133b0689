import type { Call } from "@linedesk/contract";
import { callAnswered } from "../../store/calls-slice.ts";
import { selectCall } from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";

interface Applicable {
  apply: () => void;
}

/** The answer may be older than an event: `apply` skips calls that changed since the request. */
export async function requestCalls<Answer extends { call: Call } | { calls: Call[] }>(
  store: Store,
  ask: () => Promise<Answer>,
): Promise<Answer & Applicable> {
  const before = store.getState();
  const answer = await ask();
  const given: { call: Call } | { calls: Call[] } = answer;
  const calls = "calls" in given ? given.calls : [given.call];
  function apply(): void {
    for (const call of calls) {
      const now = store.getState();
      if (!isFollowed(now, call) || selectCall(now, call.id) === selectCall(before, call.id)) {
        store.dispatch(callAnswered(call));
      }
    }
  }
  return { ...answer, apply };
}

/**
 * Returns false for a call at an unwatched station. Such a call changes only by responses.
 */
function isFollowed({ calls, watched }: RootState, { station }: Call): boolean {
  return station === calls.station || station in watched.byStation;
}
