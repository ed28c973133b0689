import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { AudioServerStatus, DeviceLine } from "@linedesk/contract";
import type { CarrierStatus } from "../audio-server/carrier-status.ts";

export interface Carrier {
  id: string;
  /** The name of the audio server, or `null` until it is loaded. */
  name: string | null;
  status: CarrierStatus["status"];
  /** Wall-clock milliseconds; `null` when the audio server has never answered. */
  lastReplyAt: number | null;
  report: AudioServerStatus | null;
  /** The other person whose call it carries, or `null`. */
  usedBy: string | null;
}

/** The carrier of each line; `null` means the browser. */
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
