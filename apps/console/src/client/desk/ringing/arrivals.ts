import type { Call } from "@linedesk/contract";
import type { RootState } from "../../store/store.ts";
import { surveyCalls } from "../../store/survey-calls.ts";

export interface Arrivals {
  station: string;
  /** The callers who arrived after the last check, and after the page opened. */
  arrived: Call[];
  isWaiting: (id: string) => boolean;
}

/**
 * Returns a function that finds new waiting callers. The function returns `left` when the person
 * has opened another station, and `null` while the list is stale.
 */
export function createArrivals(): (state: RootState) => Arrivals | "left" | null {
  let station: string | null = null;
  /**
   * The known calls of each watched station; a station whose list has not been live yet is missing.
   */
  let known = new Map<string, ReadonlySet<string>>();
  function isWaiting(id: string): boolean {
    return [...known.values()].some((waits) => waits.has(id));
  }
  let seen: { calls: unknown; watched: unknown } = { calls: null, watched: null };
  return ({ calls, watched }) => {
    if (calls.station !== station) {
      station = calls.station;
      known = new Map();
      return "left";
    }
    if (calls.status !== "live" || station === null) {
      return null;
    }
    const isSeen = calls.byId === seen.calls && watched.byStation === seen.watched;
    if (isSeen && known.has(station)) {
      return { station, arrived: [], isWaiting };
    }
    seen = { calls: calls.byId, watched: watched.byStation };
    const before = known;
    known = new Map();
    const arrived: Call[] = [];
    for (const [id, byId] of [[station, calls.byId] as const, ...listLive(watched.byStation)]) {
      const { waiting } = surveyCalls(byId);
      const earlier = before.get(id);
      if (earlier !== undefined && earlier !== waiting) {
        const coming = [...waiting].filter((one) => !earlier.has(one));
        arrived.push(...coming.flatMap((one) => byId[one] ?? []));
      }
      known.set(id, waiting);
    }
    return { station, arrived, isWaiting };
  };
}

function listLive(byStation: RootState["watched"]["byStation"]) {
  return Object.entries(byStation).flatMap(([id, { status, byId }]) =>
    status === "loading" ? [] : [[id, byId] as const],
  );
}
