import type { Call, DeviceLine } from "@linedesk/contract";
import { noticed } from "../../store/desk-slice.ts";
import { selectCall, selectMe } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";

/**
 * Notifies the person when a colleague has taken over a caller whom the person held and had not
 * offered. Returns a function that stops it.
 */
export function watchTaken(store: Store): () => void {
  let held = new Map<string, DeviceLine>();
  let seen: unknown = null;
  return store.onChange(() => {
    const state = store.getState();
    if (state.calls.byId === seen) {
      return;
    }
    seen = state.calls.byId;
    const me = selectMe(state);
    const before = held;
    held = new Map(Object.values(state.calls.byId).flatMap((call) => toHeld(call, me)));
    for (const [id, line] of before) {
      const call = selectCall(state, id);
      const colleague = call === null ? null : findTaker(call, me);
      if (call !== null && colleague !== null) {
        const name = call.caller.name ?? call.caller.numberDisplay;
        const words = pageWords()("notices.takenOver", { colleague, name });
        store.dispatch(noticed({ id: `taken:${id}`, tone: "warning", words, code: null, line }));
      }
    }
  });
}

function toHeld({ id, desk, offer }: Call, me: string | null): [string, DeviceLine][] {
  const isMine = desk.status === "held" && !desk.unattended && desk.holder?.user === me;
  return isMine && offer === null && desk.holder !== null ? [[id, desk.holder.line]] : [];
}

function findTaker({ desk }: Call, me: string | null): string | null {
  const isTaken = desk.status === "screening" || desk.status === "on_air";
  return isTaken && desk.holder.user !== me ? desk.holder.name : null;
}
