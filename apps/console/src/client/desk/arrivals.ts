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

/** Answers who is new among those who wait; null while the list is not live. */
export function createArrivals(): (state: RootState) => Arrivals | "left" | null {
  let station: string | null = null;
  let known: ReadonlySet<string> | null = null;
  let seen: RootState["calls"]["byId"] | null = null;
  return ({ calls }) => {
    if (calls.station !== station) {
      station = calls.station;
      known = null;
      return "left";
    }
    if (calls.status !== "live" || station === null) {
      return null;
    }
    if (calls.byId === seen && known !== null) {
      return { station, arrived: [], waiting: known };
    }
    seen = calls.byId;
    // Who is to be rung back is on no telephone.
    const waitingCalls = Object.values(calls.byId).filter(
      (call) => isWaiting(call) && call.callBack === null,
    );
    const waiting = new Set(waitingCalls.map((call) => call.id));
    const before = known;
    known = waiting;
    const arrived = before === null ? [] : waitingCalls.filter((call) => !before.has(call.id));
    return { station, arrived, waiting };
  };
}
