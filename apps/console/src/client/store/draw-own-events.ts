import type { Call, StationEvent } from "@linedesk/contract";
import { selectCall, selectMe } from "./select-calls.ts";
import type { Store } from "./store.ts";

/** Draws a batch of events at once when one of them concerns the person's own calls. */
export function drawOwnEvents(store: Store, events: readonly StationEvent[]): void {
  const state = store.getState();
  const me = selectMe(state);
  function isMine(event: StationEvent): boolean {
    if (!("call" in event) || typeof event.call !== "object") {
      return false;
    }
    const before = selectCall(state, event.call.id);
    return [event.call, before].some((call) => call !== null && involves(call, me));
  }
  if (store.drawing.isScrolled && me !== null && events.some(isMine)) {
    store.drawing.endScroll();
  }
}

function involves({ desk, claimedBy, offer, leaving }: Call, person: string | null): boolean {
  const holder = "holder" in desk ? desk.holder : null;
  const people = [holder, claimedBy, offer?.to, offer?.from, leaving?.by];
  return people.some((one) => one?.user === person);
}
