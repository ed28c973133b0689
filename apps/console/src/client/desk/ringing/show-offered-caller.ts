import { panelChanged } from "../../store/desk-slice.ts";
import { selectActiveLine, selectLeg } from "../../store/select-calls.ts";
import { selectMyOffers } from "../../store/select-offers.ts";
import type { Store } from "../../store/store.ts";

/**
 * Shows the caller of a call that a colleague offers to this person. Removes that caller when the
 * offer ends and the call is not on this person's line. A panel in use stays. Returns a function
 * that stops it.
 */
export function showOfferedCaller(store: Store): () => void {
  let rung = new Set<string>();
  return store.onChange(() => {
    const state = store.getState();
    const now = new Set(selectMyOffers(state).map(({ id }) => id));
    const before = rung;
    rung = now;
    for (const call of now) {
      if (!before.has(call)) {
        store.dispatch(panelChanged({ type: "rang", call }));
      }
    }
    const onLine = selectLeg(state, selectActiveLine(state))?.callId ?? null;
    for (const call of before) {
      if (!now.has(call) && onLine !== call) {
        store.dispatch(panelChanged({ type: "refused", call, onLine }));
      }
    }
  });
}
