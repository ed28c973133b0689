import type { Call, DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";
import { isWaiting, selectCall, selectMe } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { type Schedule, untilState } from "../requests/until-live.ts";

/** After this time the server has noticed the end of the leg, or it refuses the take-over. */
const KNOWN_AFTER_MS = 10_000;

type TakeCommands = Record<TakeMethod, (call: string, line: DeviceLine) => Promise<void>>;

interface RetrySoundDeps {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
  actions: Pick<TakeCommands, "takeOver" | "resume">;
  schedule: Schedule;
}

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
  const limitMs = KNOWN_AFTER_MS;
  await untilState({ store, schedule, limitMs }, () => findMethod() !== null || isOver());
  if (!isOver() && softphones[line].leg === null) {
    await actions[findMethod() === "resume" ? "resume" : "takeOver"](call, line);
  }
}

export type TakeMethod = "accept" | "takeOver" | "resume";

/** Returns the way to bring a call onto a line; `null` when another person has the call. */
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
