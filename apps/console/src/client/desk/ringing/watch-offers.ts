import type { Call } from "@linedesk/contract";
import { noticeClosed, noticed } from "../../store/desk-slice.ts";
import { selectCall, selectLineOf, selectMe } from "../../store/select-calls.ts";
import { selectOfferedCalls } from "../../store/select-offers.ts";
import type { RootState, Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";

/**
 * Notifies the sender when a colleague has not taken the offered call. The notice ends when the
 * call is no longer on hold. Returns a function that stops this.
 */
export function watchOffers(store: Store): () => void {
  let offered = new Map<string, string>();
  let seen: readonly Call[] = [];
  /**
   * Is true while an offered call's station is reloaded. The snapshot then decides about the offer.
   */
  let isUnread = false;
  const reported = new Set<string>();
  return store.onChange(() => {
    const state = store.getState();
    for (const id of reported) {
      if (selectCall(state, id)?.desk.status !== "held") {
        reported.delete(id);
        store.dispatch(noticeClosed(`offer:${id}`));
      }
    }
    const all = selectOfferedCalls(state);
    if (all === seen && !isUnread) {
      return;
    }
    [seen, isUnread] = [all, false];
    const now = findOwnOffers(state, all);
    const before = offered;
    offered = now;
    for (const [id, name] of before) {
      if (now.has(id)) {
        continue;
      }
      if (isOffered(state, id)) {
        now.set(id, name);
        isUnread = true;
      } else if (state.desk.pending[id] !== "undo") {
        reportDeclinedOffer(store, id, name);
        reported.add(id);
      }
    }
  });
}

function findOwnOffers(state: RootState, all: readonly Call[]): Map<string, string> {
  const me = selectMe(state);
  return new Map(
    all.flatMap(({ id, offer }) => (offer?.from.user === me ? [[id, offer.to.name]] : [])),
  );
}

function isOffered(state: RootState, id: string): boolean {
  return (selectCall(state, id)?.offer ?? null) !== null;
}

function reportDeclinedOffer(store: Store, id: string, name: string): void {
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
