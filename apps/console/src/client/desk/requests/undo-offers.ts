import type { ActingDesk, ActionUndo, DoneAction } from "../../actions/desk-action.ts";
import { deskActions, type UndoableId } from "../../actions/desk-actions.ts";
import type { Store } from "../../store/store.ts";
import type { UndoHistory } from "./undo-history.ts";

interface UndoOffersDeps {
  store: Store;
  history: UndoHistory;
  /** This is a function, because the desk is created later. */
  desk: () => ActingDesk;
}

/** Offers the undo of a done action to key Z. */
export type OfferUndo = (id: UndoableId, done: DoneAction) => void;

/** Returns a function that offers the undo that the registry defines for an action. */
export function createUndoOffers({ store, history, desk }: UndoOffersDeps): OfferUndo {
  return (id, done) => {
    const { isPossible, run }: ActionUndo = deskActions[id].undo;
    history.add({
      isPossible: () => isPossible(store.getState(), done),
      run: () => run(desk(), done),
    });
  };
}
