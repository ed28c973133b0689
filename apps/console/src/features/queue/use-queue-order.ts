import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { picksAdded, picksCleared, pickToggled } from "../../client/store/picked-slice.ts";
import { selectCall } from "../../client/store/select-calls.ts";
import { selectHiddenCalls } from "../../client/store/select-hidden.ts";
import {
  selectAirStations,
  selectDeskStations,
  selectPickedCalls,
} from "../../client/store/select-picked.ts";
import type { FlagChoice, HiddenView, PickView, QueueOrderView } from "./queue-order.ts";
import { useConfer } from "./use-confer.ts";

interface QueueOrderInput {
  isShown: boolean;
  show: HiddenView["show"];
  openFlags: QueueOrderView["openFlags"];
}

/** Returns the actions on the order of the open station's list and on its rows. */
export function useQueueOrder({ isShown, show, openFlags }: QueueOrderInput): QueueOrderView {
  const { order, hiddenFlags } = useConsole().station;
  const { size: count } = useRootState(selectHiddenCalls);
  const flags = useFlagChoices();
  const picks = usePicks();
  const confer = useConfer();
  return useMemo(
    () => ({
      move: (id, neighbours) => void order.moveAmong(id, neighbours),
      openFlags,
      picks,
      confer,
      hidden: { count, isShown, show, flags, toggle: (flag) => hiddenFlags.toggle(flag) },
    }),
    [order, hiddenFlags, openFlags, picks, confer, count, isShown, show, flags],
  );
}

function useFlagChoices(): FlagChoice[] {
  const { order } = useConsole().station;
  const station = useRootState((state) => state.calls.station) ?? "";
  const hidden = useRootState((state) => state.hiddenFlags.flags);
  const { data } = useQuery({
    queryKey: ["flags", station],
    queryFn: ({ signal }) => order.readFlags(station, signal),
    enabled: station !== "",
  });
  return useMemo(
    () => (data ?? []).map(({ id, name }) => ({ id, name, isHidden: hidden.includes(id) })),
    [data, hidden],
  );
}

function usePicks(): PickView | null {
  const { store } = useConsole();
  const calls = useRootState(selectPickedCalls);
  const desk = useRootState(selectDeskStations);
  const air = useRootState(selectAirStations);
  const key = calls.map(({ id }) => id).join();
  return useMemo(() => {
    if (desk.size + air.size === 0) {
      return null;
    }
    function isMine(id: string): boolean {
      const station = selectCall(store.getState(), id)?.station ?? "";
      return desk.has(station) || air.has(station);
    }
    return {
      picked: new Set(key === "" ? [] : key.split(",")),
      toggle: (id) => {
        if (isMine(id)) {
          store.dispatch(pickToggled(id));
        }
      },
      add: (ids) => void store.dispatch(picksAdded(ids.filter(isMine))),
      clear: () => void store.dispatch(picksCleared()),
    };
  }, [store, desk, air, key]);
}
