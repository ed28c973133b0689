import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { picksAdded, picksCleared, pickToggled } from "../../client/store/picked-slice.ts";
import { selectHiddenCalls } from "../../client/store/select-hidden.ts";
import { usePermission } from "../../client/use-permission.ts";
import type { FlagChoice, HiddenView, PickView, QueueOrderView } from "./queue-order.ts";
import { useConfer } from "./use-confer.ts";

interface QueueOrderInput {
  isShown: boolean;
  show: HiddenView["show"];
  openFlags: QueueOrderView["openFlags"];
}

/** The order of the open station's list, and who is in it. */
export function useQueueOrder({ isShown, show, openFlags }: QueueOrderInput): QueueOrderView {
  const { order, hiddenFlags } = useConsole();
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
  const { order } = useConsole();
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
  const calls = useRootState((state) => state.picked.calls);
  const byId = useRootState((state) => state.calls.byId);
  const mayReject = usePermission("desk");
  const mayConfer = usePermission("air");
  // Whoever has gone meanwhile is selected no more.
  const living = useMemo(() => calls.filter((id) => id in byId), [calls, byId]);
  const key = living.join();
  return useMemo(
    () =>
      mayReject || mayConfer
        ? {
            picked: new Set(key === "" ? [] : key.split(",")),
            toggle: (id) => void store.dispatch(pickToggled(id)),
            add: (ids) => void store.dispatch(picksAdded(ids)),
            clear: () => void store.dispatch(picksCleared()),
          }
        : null,
    [store, mayReject, mayConfer, key],
  );
}
