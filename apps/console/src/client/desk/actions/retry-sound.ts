import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";
import { selectCall, selectMe } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { type Schedule, untilState } from "../requests/until-live.ts";
import { findTakeMethod } from "./take-call.ts";

/**
 * The longest wait for the server to notice the end of the leg. After it, the console requests the
 * take-over in any case, and the server may refuse it.
 */
const MAX_WAIT_MS = 10_000;

interface RetrySoundDeps {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
  actions: Record<"takeOver" | "resume", (call: string, line: DeviceLine) => Promise<void>>;
  schedule: Schedule;
}

/** Replaces the leg of a call whose sound is interrupted. */
export async function retrySound(
  deps: RetrySoundDeps,
  call: string,
  line: DeviceLine,
): Promise<void> {
  const { store, softphones, actions, schedule } = deps;
  function findMethod() {
    const state = store.getState();
    const known = selectCall(state, call);
    return known === null ? null : findTakeMethod(known, selectMe(state));
  }
  function isOver(): boolean {
    const known = selectCall(store.getState(), call);
    return known === null || known.desk.status === "ended";
  }
  await softphones[line].disconnect();
  const limitMs = MAX_WAIT_MS;
  await untilState({ store, schedule, limitMs }, () => findMethod() !== null || isOver());
  if (!isOver() && softphones[line].leg === null) {
    await actions[findMethod() === "resume" ? "resume" : "takeOver"](call, line);
  }
}
