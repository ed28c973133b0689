import { selectActiveLine, selectCall, selectLeg } from "./select-calls.ts";
import { selectTakeable } from "./select-takeable.ts";
import type { RootState } from "./store.ts";

/** Returns the chosen call while the store has it. */
export function selectChosenKeyCall(state: RootState): string | null {
  const { keyCall } = state.desk;
  return keyCall !== null && selectCall(state, keyCall) !== null ? keyCall : null;
}

/**
 * Selects the call on which the console's keyboard shortcuts for a caller act. If the person has
 * chosen a call after the last call came to the selected line, it is the chosen call. Otherwise it
 * is the call of that line, and without one the caller in the panel.
 */
export function selectKeyCall(state: RootState): string | null {
  const onLine = selectLeg(state, selectActiveLine(state))?.callId ?? null;
  const shown = state.desk.selected_call ?? selectTakeable(state).call?.id ?? null;
  return selectChosenKeyCall(state) ?? onLine ?? shown;
}
