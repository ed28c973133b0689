import { useState } from "react";

import { useRootState } from "../../client/ConsoleProvider.tsx";
import { selectCall } from "../../client/store/select-calls.ts";
import { HistoryCard } from "./HistoryCard.tsx";
import { useHistory } from "./use-history.ts";

/** Past calls of whoever is in the caller's panel; of the whole station where nobody is. */
export function HistoryPanel() {
  const call = useRootState((state) =>
    state.desk.selected_call === null ? null : selectCall(state, state.desk.selected_call),
  );
  const [everybody, setEverybody] = useState(false);
  const id = everybody ? null : (call?.caller.id ?? null);
  const name = call?.caller.name ?? call?.caller.numberDisplay ?? null;
  const showAll = id === null ? null : () => setEverybody(true);
  return <HistoryCard view={useHistory({ caller: id, name, showAll })} />;
}
