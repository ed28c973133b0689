import type { Call } from "@linedesk/contract";
import { callAnswered } from "../../store/calls-slice.ts";
import { selectCall } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";

/** Shows the expected calls; the returned function reverts each call that no event has replaced. */
export function applyOptimistically(store: Store, expected: readonly Call[]): () => void {
  function find(id: string): Call | null {
    return selectCall(store.getState(), id);
  }
  const before = expected.map(({ id }) => find(id));
  for (const call of expected) {
    store.dispatch(callAnswered(call));
  }
  const shown = expected.map(({ id }) => find(id));
  return () => {
    for (const [index, call] of before.entries()) {
      if (call !== null && find(call.id) === shown[index]) {
        store.dispatch(callAnswered(call));
      }
    }
  };
}
