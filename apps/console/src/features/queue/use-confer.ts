import { useMemo } from "react";

import type { Call, DeviceLine } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectBridgedCall } from "../../client/desk/claims/line-exclusion.ts";
import { mayBeBroughtIn } from "../../client/desk/conference/may-be-brought-in.ts";
import { picksCleared } from "../../client/store/picked-slice.ts";
import {
  selectActiveLine,
  selectCall,
  selectLeg,
  selectMe,
} from "../../client/store/select-calls.ts";
import { selectAirStations, selectPickedCalls } from "../../client/store/select-picked.ts";
import type { RootState } from "../../client/store/store.ts";
import type { ConferView } from "./queue-order.ts";

function selectOwn(state: RootState): Call | null {
  const leg = selectLeg(state, selectActiveLine(state));
  const call = leg === null ? null : selectCall(state, leg.callId);
  return call === null || call.desk.status === "ended" ? null : call;
}

/** Returns the line that is idle while the other one is bridged; otherwise `null`. */
function selectFreeLine(state: RootState): DeviceLine | null {
  const isFree = (line: DeviceLine) => selectLeg(state, line) === null;
  if (selectBridgedCall(state, "line1") !== null && isFree("line2")) {
    return "line2";
  }
  return selectBridgedCall(state, "line2") !== null && isFree("line1") ? "line1" : null;
}

function isMineOnHold({ desk, offer, leaving, conference }: Call, me: string | null): boolean {
  const isHeld = desk.status === "held" && !desk.unattended && desk.holder?.user === me;
  return isHeld && offer === null && leaving === null && conference === null;
}

export function useConfer(): ConferView | null {
  const { desk, store } = useConsole();
  const { actions, conferences } = desk;
  const freeLine = useRootState(selectFreeLine);
  const stations = useRootState(selectAirStations);
  const me = useRootState(selectMe);
  const own = useRootState(selectOwn);
  const picked = useRootState(selectPickedCalls);
  return useMemo(() => {
    if (stations.size === 0) {
      return null;
    }
    const mayCome = (call: Call) =>
      call.id !== own?.id && stations.has(call.station) && mayBeBroughtIn(call, me);
    const coming = chooseComing({ picked, own, me, stations }).map(({ id }) => id);
    const least = own === null ? 2 : 1;
    return {
      addToConference: (call) =>
        own !== null && own.station === call.station && mayCome(call)
          ? () => void conferences.gather([call.id])
          : null,
      talkback: (call) =>
        isMineOnHold(call, me) && stations.has(call.station) && freeLine !== null
          ? () => void actions.resumePrivately(call.id, freeLine)
          : null,
      join: ({ conference, desk, station }) =>
        conference !== null &&
        stations.has(station) &&
        conference.id !== own?.conference?.id &&
        desk.status !== "ended"
          ? (line) => void conferences.join(conference.id, line)
          : null,
      picked:
        coming.length < least
          ? null
          : {
              count: coming.length,
              run: () => {
                store.dispatch(picksCleared());
                void conferences.gather(coming);
              },
            },
    };
  }, [actions, conferences, store, freeLine, stations, me, own, picked]);
}

interface Choice {
  /** The selected calls, in the order of selection. */
  picked: readonly Call[];
  own: Call | null;
  me: string | null;
  stations: ReadonlySet<string>;
}

/**
 * Returns calls of one station: that of the person's call, otherwise that of the first possible
 * caller.
 */
export function chooseComing({ picked, own, me, stations }: Choice): Call[] {
  const able = picked.filter(
    (call) => call.id !== own?.id && stations.has(call.station) && mayBeBroughtIn(call, me),
  );
  const station = own?.station ?? able[0]?.station;
  return able.filter((call) => call.station === station);
}
