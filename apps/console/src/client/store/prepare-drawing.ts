import { selectAttendedCalls, selectWaiting } from "./select-calls.ts";
import { selectHiddenCalls } from "./select-hidden.ts";
import { selectTakeable } from "./select-takeable.ts";
import type { Store } from "./store.ts";

/** The order of a long queue, and who waits in it, is worked out before a frame asks for it. */
export function prepareDrawing(store: Store): void {
  store.drawing.onPrepare(() => {
    const state = store.getState();
    for (const select of [selectHiddenCalls, selectTakeable, selectWaiting, selectAttendedCalls]) {
      select(state);
    }
  });
}
