import { configureStore, isAction, type Middleware, SHOULD_AUTOBATCH } from "@reduxjs/toolkit";

import { bulkRejectionsSlice } from "./bulk-rejections-slice.ts";
import { callsSlice, callAnswered, eventsReceived } from "./calls-slice.ts";
import { carriersSlice } from "./carriers-slice.ts";
import { chatSlice } from "./chat-slice.ts";
import { contactsSlice } from "./contacts-slice.ts";
import {
  actionAnswered,
  deskSlice,
  deviceChanged,
  legChanged,
  microphoneChanged,
  noticeClosed,
} from "./desk-slice.ts";
import { DrawingHold } from "./drawing-hold.ts";
import { hiddenFlagsSlice } from "./hidden-flags-slice.ts";
import { pickedSlice } from "./picked-slice.ts";
import { membersChanged, seatChanged, seatsLoaded, seatsSlice } from "./seats-slice.ts";
import { watchedEventsReceived, watchedSlice } from "./watched-slice.ts";

/** The actions of other callers and seats, which also wait while the list scrolls. */
const othersTypes = new Set<string>(
  [eventsReceived, membersChanged, seatChanged, seatsLoaded, watchedEventsReceived].map(
    ({ type }) => type,
  ),
);

/**
 * The actions of a connect and of other people, which wait. The person's own actions do not wait.
 */
const heldTypes = new Set<string>([
  ...othersTypes,
  ...[actionAnswered, callAnswered, deviceChanged, legChanged, microphoneChanged, noticeClosed].map(
    ({ type }) => type,
  ),
]);

export function createStore() {
  const listeners = new Set<() => void>();
  const drawing = new DrawingHold();
  function isDeferred(type: string): boolean {
    const isOthers = drawing.isScrolled && othersTypes.has(type);
    return isOthers || (drawing.isHeld && heldTypes.has(type));
  }
  const deferDrawing: Middleware = () => (next) => (action) =>
    isAction(action) && isDeferred(action.type)
      ? next({ ...action, meta: { [SHOULD_AUTOBATCH]: true } })
      : next(action);
  const notify: Middleware = () => (next) => (action) => {
    const result = next(action);
    for (const listener of listeners) {
      listener();
    }
    return result;
  };
  const store = configureStore({
    reducer: {
      bulkRejections: bulkRejectionsSlice.reducer,
      calls: callsSlice.reducer,
      carriers: carriersSlice.reducer,
      chat: chatSlice.reducer,
      contacts: contactsSlice.reducer,
      desk: deskSlice.reducer,
      hiddenFlags: hiddenFlagsSlice.reducer,
      picked: pickedSlice.reducer,
      seats: seatsSlice.reducer,
      watched: watchedSlice.reducer,
    },
    middleware: (useDefaults) => useDefaults().concat(deferDrawing, notify),
    enhancers: (useDefaults) =>
      useDefaults({ autoBatch: { type: "callback", queueNotification: drawing.drawLater } }),
  });
  /** Calls the listener at once; `subscribe` waits for the drawing. */
  function onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }
  return Object.assign(store, { onChange, drawing });
}

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store["getState"]>;
