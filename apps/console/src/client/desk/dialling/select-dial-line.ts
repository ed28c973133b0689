import type { DeviceLine } from "@linedesk/contract";
import { selectActiveLine, selectCall, selectIsBusy, selectLeg } from "../../store/select-calls.ts";
import type { RootState } from "../../store/store.ts";

/** Returns true while a single call on air keeps the line, which no other call may take. */
export function selectIsOccupied(state: RootState, line: DeviceLine): boolean {
  const call = selectCall(state, selectLeg(state, line)?.callId ?? "");
  return call?.desk.status === "on_air" && call.conference === null;
}

/**
 * Returns the line for a dialled number: the selected line, or while a call on air keeps it, the
 * other line if that is free.
 */
export function selectDialLine(state: RootState): DeviceLine {
  const line = selectActiveLine(state);
  const other = line === "line1" ? "line2" : "line1";
  return selectIsOccupied(state, line) && !selectIsBusy(state, other) ? other : line;
}
