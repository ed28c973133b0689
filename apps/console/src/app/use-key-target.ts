import { useMemo } from "react";

import { useConsole, useRootState } from "../client/ConsoleProvider.tsx";
import { keysMoved } from "../client/store/desk-slice.ts";
import { selectActiveLine, selectLeg } from "../client/store/select-calls.ts";
import { selectChosenKeyCall, selectKeyCall } from "../client/store/select-key-call.ts";
import { useShownMarks } from "../features/caller/use-shown-marks.ts";
import type { KeyTarget } from "../features/queue/key-target.ts";

/** Returns the call on which the keys of a caller act, and the ways to choose another. */
export function useKeyTarget(): KeyTarget {
  const { store } = useConsole();
  const call = useRootState(selectKeyCall);
  const isChosen = useRootState(selectChosenKeyCall) !== null;
  const readMarks = useShownMarks(call);
  return useMemo(() => {
    const choose = (chosen: string | null) => void store.dispatch(keysMoved(chosen));
    function focus(row: string): void {
      const state = store.getState();
      if (selectLeg(state, selectActiveLine(state)) === null) {
        choose(row);
      }
    }
    return { call, isChosen, readMarks, choose, focus };
  }, [store, call, isChosen, readMarks]);
}
