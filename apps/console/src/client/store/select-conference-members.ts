import type { Call } from "@linedesk/contract";
import { indexCalls, retainedAt } from "./retained-calls.ts";
import { selectCall, selectStationCalls } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/**
 * Returns the members of the call's conference, including a member in a private talk. Without a
 * conference the list is empty.
 */
export function selectConferenceMembers(state: RootState, call: Call | null): Call[] {
  if (call === null || call.conference === null) {
    return [];
  }
  const { conference, station } = call;
  // While the station reloads, only its retained calls are known.
  const retained = Object.values(retainedAt(state.calls.retained, station)).filter(
    (one) => one.desk.status !== "ended" && selectCall(state, one.id) === one,
  );
  const known = { ...indexCalls(retained), ...selectStationCalls(state, station) };
  return Object.values(known).filter(
    (one) => one.conference?.id === conference.id || one.talkback === conference.id,
  );
}

export function selectIsConferenceOnAir(state: RootState, call: Call | null): boolean {
  return selectConferenceMembers(state, call).some(({ desk }) => desk.status === "on_air");
}
