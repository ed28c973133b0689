import type { Call, DeviceLine } from "@linedesk/contract";
import { isWaiting, selectCall, selectMe } from "../store/select-calls.ts";
import type { Store } from "../store/store.ts";
import type { DeskActions } from "./desk-actions.ts";

export type WayToTake = "accept" | "takeOver" | "resume";

/** How somebody brings a call onto a line; null when another has the call. */
export function findWayToTake(call: Call, me: string | null): WayToTake | null {
  if (call.leaving !== null) {
    return null;
  }
  if (isWaiting(call)) {
    return "accept";
  }
  if (call.desk.status !== "held" || call.claimedBy !== null) {
    return null;
  }
  if (call.desk.unattended) {
    return "takeOver";
  }
  return call.desk.holder?.user === me && me !== null ? "resume" : null;
}

export function takeCall(
  { store, actions }: { store: Store; actions: DeskActions },
  id: string,
  line: DeviceLine,
): void {
  const state = store.getState();
  const call = selectCall(state, id);
  const way = call === null ? null : findWayToTake(call, selectMe(state));
  if (way !== null) {
    void actions[way](id, line);
  }
}
