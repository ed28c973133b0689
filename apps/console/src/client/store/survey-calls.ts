import type { Call } from "@linedesk/contract";
import { isWaiting, selectMe } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/** What who listens to the store asks of all calls of a station. */
export interface CallSurvey {
  /** Who waits on a telephone: who is to be rung back is on none. */
  waiting: ReadonlySet<string>;
  onAir: readonly Call[];
  offered: readonly Call[];
}

const surveys = new WeakMap<Readonly<Record<string, Call>>, CallSurvey>();

/** Goes through them once for everybody: of a long queue each time costs a part of a frame. */
export function surveyCalls(byId: Readonly<Record<string, Call>>): CallSurvey {
  const known = surveys.get(byId);
  if (known !== undefined) {
    return known;
  }
  const waiting = new Set<string>();
  const [onAir, offered]: [Call[], Call[]] = [[], []];
  for (const call of Object.values(byId)) {
    if (call.desk.status === "on_air") {
      onAir.push(call);
    } else if (call.callBack === null && isWaiting(call)) {
      waiting.add(call.id);
    }
    if (call.offer !== null) {
      offered.push(call);
    }
  }
  const survey = { waiting, onAir, offered };
  surveys.set(byId, survey);
  return survey;
}

/** Whether what sounds beside me goes to air: a line of mine is on it. Read with each event. */
export function selectIsOnAir(state: RootState): boolean {
  const me = selectMe(state);
  const { ongoing_call1: first, ongoing_call2: second } = state.desk;
  const carried = [first?.callId, second?.callId];
  const stations = [state.calls, ...Object.values(state.watched.byStation)];
  return stations
    .flatMap(({ byId }) => surveyCalls(byId).onAir)
    .some(({ id, desk }) => ("holder" in desk && desk.holder?.user === me) || carried.includes(id));
}
