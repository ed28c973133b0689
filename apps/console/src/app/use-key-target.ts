import { useMemo } from "react";

import { useConsole, usePermissionAt, useRootState } from "../client/ConsoleProvider.tsx";
import { keysMoved } from "../client/store/desk-slice.ts";
import {
  selectActiveLine,
  selectCall,
  selectIsLive,
  selectLeg,
} from "../client/store/select-calls.ts";
import { selectChosenKeyCall, selectKeyCall } from "../client/store/select-key-call.ts";
import { useShownMarks } from "../features/caller/use-shown-marks.ts";
import type { KeyTarget } from "../features/queue/key-target.ts";

/** Returns the call on which the keyboard shortcuts act, and the ways to choose another. */
export function useKeyTarget(): KeyTarget {
  const { store, desk } = useConsole();
  const call = useRootState(selectKeyCall);
  const isChosen = useRootState(selectChosenKeyCall) !== null;
  const readMarks = useShownMarks(call);
  const station = useRootState((state) => selectCall(state, call ?? "")?.station ?? null);
  const isLive = useRootState((state) => selectIsLive(state, call ?? ""));
  const mayCheck = usePermissionAt(station, "screen") && isLive;
  return useMemo(() => {
    const choose = (chosen: string | null) => void store.dispatch(keysMoved(chosen));
    function focus(row: string): void {
      const state = store.getState();
      if (selectLeg(state, selectActiveLine(state)) === null) {
        choose(row);
      }
    }
    const check: KeyTarget["check"] =
      call === null || !mayCheck ? null : (name) => void desk.airChecks.toggle(call, name);
    return { call, isChosen, readMarks, check, choose, focus };
  }, [store, desk, call, isChosen, readMarks, mayCheck]);
}
