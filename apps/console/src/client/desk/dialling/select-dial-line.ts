import type { DeviceLine } from "@linedesk/contract";
import { selectActiveLine, selectCall, selectIsBusy, selectLeg } from "../../store/select-calls.ts";
import type { RootState } from "../../store/store.ts";

/**
 * Returns true while a single call is on air on the line, so that no other call may use the line.
 */
export function selectIsOccupied(state: RootState, line: DeviceLine): boolean {
  const call = selectCall(state, selectLeg(state, line)?.callId ?? "");
  return call?.desk.status === "on_air" && call.conference === null;
}

/**
 * Returns the line for a dialled number. This is the selected line. While a call is on air on that
 * line, it is the other line if the other line is free.
 */
export function selectDialLine(state: RootState): DeviceLine {
  const line = selectActiveLine(state);
  const other = line === "line1" ? "line2" : "line1";
  return selectIsOccupied(state, line) && !selectIsBusy(state, other) ? other : line;
}
