import type { Call } from "@linedesk/contract";
import { isWaiting } from "../store/select-calls.ts";
import type { RootState } from "../store/store.ts";

export interface Arrivals {
  station: string;
  /** Who came since the look before; nobody of those who stood there when the page opened. */
  arrived: Call[];
  /** Everybody who waits. */
  waiting: ReadonlySet<string>;
}

type Waiting = ReadonlySet<string>;

/** Answers who is new among those who wait; null while the list is not live. */
export function createArrivals(): (state: RootState) => Arrivals | "left" | null {
  let station: string | null = null;
  /** By watched station; one that is not here has not been seen live. */
  let known = new Map<string, Waiting>();
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
      return { station, arrived: [], waiting: joinSets(known) };
    }
    seen = { calls: calls.byId, watched: watched.byStation };
    const before = known;
    known = new Map();
    const arrived: Call[] = [];
    for (const [id, byId] of [[station, calls.byId] as const, ...listLive(watched.byStation)]) {
      const waits = new Set<string>();
      const earlier = before.get(id);
      for (const call of Object.values(byId)) {
        // Who is to be rung back is on no telephone.
        if (call.callBack !== null || !isWaiting(call)) {
          continue;
        }
        waits.add(call.id);
        if (earlier?.has(call.id) === false) {
          arrived.push(call);
        }
      }
      known.set(id, waits);
    }
    return { station, arrived, waiting: joinSets(known) };
  };
}

function listLive(byStation: RootState["watched"]["byStation"]) {
  return Object.entries(byStation).flatMap(([id, { status, byId }]) =>
    status === "loading" ? [] : [[id, byId] as const],
  );
}

function joinSets(known: ReadonlyMap<string, Waiting>): Waiting {
  const [only] = known.values();
  return known.size === 1 && only !== undefined
    ? only
    : new Set([...known.values()].flatMap((ids) => [...ids]));
}
