import { configureStore } from "@reduxjs/toolkit";

import { callsSlice } from "./calls-slice.ts";
import { deskSlice } from "./desk-slice.ts";

/** [VD71] Nobody sees that so little later; by then the browser has done its part of a connect. */
const DRAWN_LATER_MS = 80;

export function createStore() {
  return configureStore({
    reducer: { calls: callsSlice.reducer, desk: deskSlice.reducer },
    enhancers: (useDefaults) =>
      useDefaults({ autoBatch: { type: "timer", timeout: DRAWN_LATER_MS } }),
  });
}

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store["getState"]>;
