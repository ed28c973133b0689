import type { Call, DeviceLine } from "@linedesk/contract";
import { isWaiting, selectCall, selectMe } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";

type TakeCommands = Record<TakeMethod, (call: string, line: DeviceLine) => Promise<void>>;

export type TakeMethod = "accept" | "takeOver" | "resume";

/**
 * Returns the way to bring a call onto a line; `null` when it cannot be taken now, for example
 * because another person has it.
 */
export function findTakeMethod(call: Call, me: string | null): TakeMethod | null {
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
  { store, actions }: { store: Store; actions: TakeCommands },
  id: string,
  line: DeviceLine,
): void {
  const state = store.getState();
  const call = selectCall(state, id);
  const way = call === null ? null : findTakeMethod(call, selectMe(state));
  if (way !== null) {
    void actions[way](id, line);
  }
}
