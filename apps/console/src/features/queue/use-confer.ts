import { useMemo } from "react";

import type { Call, DeviceLine } from "@linedesk/contract";
import { bindConfers } from "../../client/actions/confer-actions.ts";
import { mayJoinConference } from "../../client/actions/may-join-conference.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectBridgedCall } from "../../client/desk/claims/line-exclusion.ts";
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

/** Returns the line that is not bridged while the other line is; `null` if there is none. */
function selectRestingLine(state: RootState): DeviceLine | null {
  const isOn = (line: DeviceLine) => selectBridgedCall(state, line) !== null;
  if (isOn("line1") === isOn("line2")) {
    return null;
  }
  return isOn("line1") ? "line2" : "line1";
}

function selectRestingCall(state: RootState): string | null {
  const line = selectRestingLine(state);
  return line === null ? null : (selectLeg(state, line)?.callId ?? null);
}

export function useConfer(): ConferView | null {
  const { desk, store } = useConsole();
  const line = useRootState(selectActiveLine);
  const restingLine = useRootState(selectRestingLine);
  const restingCall = useRootState(selectRestingCall);
  const stations = useRootState(selectAirStations);
  const me = useRootState(selectMe);
  const own = useRootState(selectOwn);
  const picked = useRootState(selectPickedCalls);
  return useMemo(() => {
    if (stations.size === 0) {
      return null;
    }
    const seat = { me, own, line, restingLine, restingCall, stations };
    const coming = chooseNewMembers({ picked, own, me, stations }).map(({ id }) => id);
    const least = own === null ? 2 : 1;
    return {
      bind: (call) => bindConfers(call, seat, desk),
      picked:
        coming.length < least
          ? null
          : {
              count: coming.length,
              run: () => {
                store.dispatch(picksCleared());
                void desk.conferences.gather(coming);
              },
            },
    };
  }, [desk, store, line, restingLine, restingCall, stations, me, own, picked]);
}

interface Choice {
  /** The selected calls, in the order of selection. */
  picked: readonly Call[];
  own: Call | null;
  me: string | null;
  stations: ReadonlySet<string>;
}

/**
 * Returns the selected calls of one station: the station of the person's own call, or else the
 * station of the first call that can join.
 */
export function chooseNewMembers({ picked, own, me, stations }: Choice): Call[] {
  const toAir = own?.desk.status === "on_air";
  const able = picked.filter(
    (call) =>
      call.id !== own?.id && stations.has(call.station) && mayJoinConference(call, me, toAir),
  );
  const station = own?.station ?? able[0]?.station;
  return able.filter((call) => call.station === station);
}
