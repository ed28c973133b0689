import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface PickedState {
  calls: string[];
}

/** The server rejects at most this many calls in one request. */
const MOST_PICKED = 200;

const initialState: PickedState = { calls: [] };

export const pickedSlice = createSlice({
  name: "picked",
  initialState,
  reducers: {
    pickToggled(state, action: PayloadAction<string>) {
      const call = action.payload;
      state.calls = state.calls.includes(call)
        ? state.calls.filter((one) => one !== call)
        : [...state.calls, call].slice(-MOST_PICKED);
    },
    picksAdded(state, action: PayloadAction<string[]>) {
      const added = action.payload.filter((call) => !state.calls.includes(call));
      state.calls = [...state.calls, ...added].slice(-MOST_PICKED);
    },
    picksCleared(state) {
      state.calls = [];
    },
  },
});

export const { pickToggled, picksAdded, picksCleared } = pickedSlice.actions;
