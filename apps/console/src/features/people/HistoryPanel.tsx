import { useState } from "react";

import type { CallerCard } from "../../client/caller-card.ts";
import { useRootState, useOpenTimeline, useOpenDial } from "../../client/ConsoleProvider.tsx";
import { selectCall } from "../../client/store/select-calls.ts";
import { HistoryCard } from "./HistoryCard.tsx";
import { useHistory } from "./use-history.ts";

/**
 * Shows the past calls of the selected call's caller. If no call is selected, or on request, shows
 * the past calls of the whole station.
 */
export function HistoryPanel({ showCard }: { showCard: (card: CallerCard) => void }) {
  const openTimeline = useOpenTimeline();
  const dial = useOpenDial();
  const call = useRootState((state) =>
    state.desk.selected_call === null ? null : selectCall(state, state.desk.selected_call),
  );
  const [everybody, setEverybody] = useState(false);
  const id = everybody ? null : (call?.caller.id ?? null);
  const name = call?.caller.name ?? call?.caller.numberDisplay ?? null;
  const open = useRootState((state) => state.calls.station);
  const station = (id === null ? open : call?.station) ?? "";
  const showAll = id === null ? null : () => setEverybody(true);
  const openCard = (caller: string) => showCard({ station, caller });
  return (
    <HistoryCard
      view={useHistory({ station, caller: id, name, showAll, openCard, openTimeline, dial })}
    />
  );
}
