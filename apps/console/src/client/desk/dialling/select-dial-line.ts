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
 * Returns the line on which a number is dialled. It is the other line if the selected line has a
 * single call on air and the other line is free; otherwise it is the selected line.
 */
export function selectDialLine(state: RootState): DeviceLine {
  const line = selectActiveLine(state);
  const other = line === "line1" ? "line2" : "line1";
  return selectIsOccupied(state, line) && !selectIsBusy(state, other) ? other : line;
}
