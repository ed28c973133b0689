import { configureStore } from "@reduxjs/toolkit";

import { callsSlice } from "./calls-slice.ts";
import { deskSlice } from "./desk-slice.ts";

export function createStore() {
  return configureStore({ reducer: { calls: callsSlice.reducer, desk: deskSlice.reducer } });
}

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store["getState"]>;
