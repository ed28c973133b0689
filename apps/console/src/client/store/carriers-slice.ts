import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { AudioServerStatus, DeviceLine } from "@linedesk/contract";
import type { CarrierStatus } from "../audio-server/carrier-status.ts";

export interface Carrier {
  id: string;
  /** Null until it is known. */
  name: string | null;
  status: CarrierStatus["status"];
  /** Wall-clock milliseconds; null: it has never answered. */
  lastReplyAt: number | null;
  report: AudioServerStatus | null;
  /** Who else's call it carries; null: nobody's. */
  usedBy: string | null;
}

/** Null: the browser carries the line. */
type Carriers = Record<DeviceLine, Carrier | null>;

const initialState: Carriers = { line1: null, line2: null };

export const carriersSlice = createSlice({
  name: "carriers",
  initialState,
  reducers: {
    carrierChanged(state, action: PayloadAction<{ line: DeviceLine; carrier: Carrier | null }>) {
      state[action.payload.line] = action.payload.carrier;
    },
  },
});

export const { carrierChanged } = carriersSlice.actions;
