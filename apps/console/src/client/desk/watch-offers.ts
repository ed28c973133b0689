import { noticed } from "../store/desk-slice.ts";
import { selectCall, selectLineOf, selectMe } from "../store/select-calls.ts";
import type { RootState, Store } from "../store/store.ts";
import { surveyCalls } from "../store/survey-calls.ts";
import { pageWords } from "../words/page-words.ts";

/**
 * Tells the sender when a colleague has not taken what was offered [LN32]; answers how to stop. Who
 * takes a call back knows that.
 */
export function watchOffers(store: Store): () => void {
  /** To whom I offer, by call. */
  let offered = new Map<string, string>();
  let seen: RootState["calls"]["byId"] | null = null;
  return store.onChange(() => {
    const state = store.getState();
    if (state.calls.byId === seen) {
      return;
    }
    seen = state.calls.byId;
    const me = selectMe(state);
    const now = new Map<string, string>();
    for (const { id, offer } of surveyCalls(state.calls.byId).offered) {
      if (offer !== null && offer.from.user === me) {
        now.set(id, offer.to.name);
      }
    }
    const before = offered;
    offered = now;
    for (const [id, name] of before) {
      if (!now.has(id) && state.desk.pending[id] !== "undo") {
        sayNotTaken(store, id, name);
      }
    }
  });
}

function sayNotTaken(store: Store, id: string, name: string): void {
  const state = store.getState();
  const call = selectCall(state, id);
  if (call?.desk.status !== "held" || call.desk.holder?.user !== selectMe(state)) {
    return;
  }
  const caller = call.caller.name ?? call.caller.numberDisplay;
  const words = pageWords()("notices.offerNotTaken", { colleague: name, name: caller });
  const line = selectLineOf(state, id);
  store.dispatch(noticed({ id: `offer:${id}`, tone: "warning", words, code: null, line }));
}
