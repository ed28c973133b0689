import type { Call } from "@linedesk/contract";
import { isWaiting, selectMe } from "./select-calls.ts";
import type { RootState } from "./store.ts";

export interface CallSurvey {
  /** Callers who wait on the telephone, without those who will be called back. */
  waiting: ReadonlySet<string>;
  onAir: readonly Call[];
  offered: readonly Call[];
}

interface Surveyed extends CallSurvey {
  byId: Readonly<Record<string, Call>>;
}

/** The last survey of each station. */
const surveys = new Map<string, Surveyed>();
const surveyed = new WeakMap<Surveyed["byId"], Surveyed>();
const nobody: Surveyed = { byId: {}, waiting: new Set(), onAir: [], offered: [] };

/** Checks only changed calls, because each call of a long queue costs a part of a frame. */
export function surveyCalls(byId: Readonly<Record<string, Call>>): CallSurvey {
  const known = surveyed.get(byId);
  if (known !== undefined) {
    return known;
  }
  const station = findStation(byId);
  if (station === null) {
    return nobody;
  }
  const survey = surveyAgain(surveys.get(station) ?? nobody, byId);
  surveys.set(station, survey);
  surveyed.set(byId, survey);
  return survey;
}

function findStation(byId: Readonly<Record<string, Call>>): string | null {
  for (const id in byId) {
    return byId[id]?.station ?? null;
  }
  return null;
}

function surveyAgain(before: Surveyed, byId: Readonly<Record<string, Call>>): Surveyed {
  const waiting = new Set(before.waiting);
  const isSame = ({ id }: Call) => byId[id] !== undefined && byId[id] === before.byId[id];
  const [onAir, offered] = [before.onAir.filter(isSame), before.offered.filter(isSame)];
  for (const id in before.byId) {
    if (byId[id] !== before.byId[id]) {
      waiting.delete(id);
    }
  }
  for (const id in byId) {
    const call = byId[id];
    if (call === undefined || call === before.byId[id]) {
      continue;
    }
    if (call.desk.status === "on_air") {
      onAir.push(call);
    } else if (call.callBack === null && isWaiting(call)) {
      waiting.add(id);
    }
    if (call.offer !== null) {
      offered.push(call);
    }
  }
  return { byId, waiting, onAir, offered };
}

export function selectIsOnAir(state: RootState): boolean {
  const me = selectMe(state);
  const { ongoing_call1: first, ongoing_call2: second } = state.desk;
  const carried = [first?.callId, second?.callId];
  const stations = [state.calls, ...Object.values(state.watched.byStation)];
  return stations
    .flatMap(({ byId }) => surveyCalls(byId).onAir)
    .some(({ id, desk }) => ("holder" in desk && desk.holder?.user === me) || carried.includes(id));
}
