import { configureStore, type Middleware } from "@reduxjs/toolkit";

import { callsSlice } from "./calls-slice.ts";
import { chatSlice } from "./chat-slice.ts";
import { contactsSlice } from "./contacts-slice.ts";
import { deskSlice } from "./desk-slice.ts";
import { hiddenFlagsSlice } from "./hidden-flags-slice.ts";
import { pickedSlice } from "./picked-slice.ts";
import { seatsSlice } from "./seats-slice.ts";

/** [VD71] Nobody sees that so little later; by then the browser has done its part of a connect. */
export const DRAWN_LATER_MS = 80;

export function createStore() {
  const listeners = new Set<() => void>();
  const notify: Middleware = () => (next) => (action) => {
    const result = next(action);
    for (const listener of listeners) {
      listener();
    }
    return result;
  };
  const store = configureStore({
    reducer: {
      calls: callsSlice.reducer,
      chat: chatSlice.reducer,
      contacts: contactsSlice.reducer,
      desk: deskSlice.reducer,
      hiddenFlags: hiddenFlagsSlice.reducer,
      picked: pickedSlice.reducer,
      seats: seatsSlice.reducer,
    },
    middleware: (useDefaults) => useDefaults().concat(notify),
    enhancers: (useDefaults) =>
      useDefaults({ autoBatch: { type: "timer", timeout: DRAWN_LATER_MS } }),
  });
  /** At once, where `subscribe` waits for what is drawn: for who must not be late. */
  function onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }
  return Object.assign(store, { onChange });
}

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store["getState"]>;
