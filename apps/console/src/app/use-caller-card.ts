import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

import type { CallerCard } from "../client/caller-card.ts";
import { useRootState } from "../client/ConsoleProvider.tsx";
import { withCallerCard } from "./station-search.ts";

/** Whose card is shown, as the address says; another station of mine stands there by its sign. */
export function useCallerCard(): [CallerCard | null, (card: CallerCard | null) => void] {
  const { caller, at } = useSearch({ from: "/$station" });
  const navigate = useNavigate({ from: "/$station" });
  const open = useRootState((state) => state.calls.station);
  const stations = useRootState((state) => state.desk.stations);
  const named = stations.find(({ callSign }) => callSign.toLowerCase() === at);
  const station = at === undefined ? open : (named?.id ?? null);
  const card = useMemo(
    () => (station === null || caller === undefined ? null : { station, caller }),
    [station, caller],
  );
  const show = useCallback(
    (wanted: CallerCard | null) => {
      const sign = stations.find(({ id }) => id === wanted?.station)?.callSign.toLowerCase();
      const elsewhere = wanted === null || wanted.station === open ? undefined : sign;
      void navigate({
        search: (before) => withCallerCard(before, wanted?.caller ?? null, elsewhere),
        replace: true,
      });
    },
    [navigate, stations, open],
  );
  return [card, show];
}
