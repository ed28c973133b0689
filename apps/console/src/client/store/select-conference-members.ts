import type { Call } from "@linedesk/contract";
import { indexCalls, retainedAt } from "./retained-calls.ts";
import { selectCall, selectStationCalls } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/** Who is in the conference of the call; nobody without one. */
export function selectConferenceMembers(state: RootState, call: Call | null): Call[] {
  if (call === null || call.conference === null) {
    return [];
  }
  const { conference, station } = call;
  // While the station is read anew, what was retained of it is all that is known.
  const retained = Object.values(retainedAt(state.calls.retained, station)).filter(
    (one) => one.desk.status !== "ended" && selectCall(state, one.id) === one,
  );
  const known = { ...indexCalls(retained), ...selectStationCalls(state, station) };
  return Object.values(known).filter((one) => one.conference?.id === conference.id);
}

export function selectIsConferenceOnAir(state: RootState, call: Call | null): boolean {
  return selectConferenceMembers(state, call).some(({ desk }) => desk.status === "on_air");
}
