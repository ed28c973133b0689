import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface HiddenFlagsState {
  flags: string[];
  loading: boolean;
  error: string | null;
}

const initialState: HiddenFlagsState = { flags: [], loading: false, error: null };

export const hiddenFlagsSlice = createSlice({
  name: "hiddenFlags",
  initialState,
  reducers: {
    hiddenFlagsRequested: (): HiddenFlagsState => ({ flags: [], loading: true, error: null }),
    hiddenFlagsSucceeded: (state, action: PayloadAction<string[]>) => {
      state.loading = false;
      state.flags = action.payload;
    },
    /** The person's own press shows at once, even while the list is loading. */
    hiddenFlagsChosen: (state, action: PayloadAction<string[]>) => {
      state.flags = action.payload;
    },
    hiddenFlagsFailed: (_state, action: PayloadAction<string>): HiddenFlagsState => ({
      flags: [],
      loading: false,
      error: action.payload,
    }),
  },
});

export const { hiddenFlagsRequested, hiddenFlagsSucceeded, hiddenFlagsChosen, hiddenFlagsFailed } =
  hiddenFlagsSlice.actions;
