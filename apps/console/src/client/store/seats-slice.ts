import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { Role, Seat } from "@linedesk/contract";

export interface SeatMember {
  user: string;
  name: string;
  role: Role;
}

export interface SeatsState {
  members: SeatMember[];
  byUser: Record<string, Seat>;
  /**
   * `leading`: this tab has the lines. `following`: another tab has them. `starting`: this is not
   * decided yet, and nothing is disabled.
   */
  tab: "starting" | "leading" | "following";
  /**
   * The call whose timeline is open. The count lets a person request the timeline of the same call
   * again.
   */
  timeline: { call: string | null; requests: number };
  prizeRequests: number;
  dialRequests: number;
}

const initialState: SeatsState = {
  members: [],
  byUser: {},
  tab: "starting",
  timeline: { call: null, requests: 0 },
  prizeRequests: 0,
  dialRequests: 0,
};

export const seatsSlice = createSlice({
  name: "seats",
  initialState,
  reducers: {
    membersChanged(state, action: PayloadAction<SeatMember[]>) {
      state.members = action.payload;
    },
    seatsLoaded(state, action: PayloadAction<Seat[]>) {
      state.byUser = Object.fromEntries(action.payload.map((seat) => [seat.user, seat]));
    },
    seatChanged(state, action: PayloadAction<Seat>) {
      state.byUser[action.payload.user] = action.payload;
    },
    tabChanged(state, action: PayloadAction<boolean>) {
      state.tab = action.payload ? "leading" : "following";
    },
    timelineRequested(state, action: PayloadAction<string>) {
      state.timeline = { call: action.payload, requests: state.timeline.requests + 1 };
    },
    prizesRequested(state) {
      state.prizeRequests += 1;
    },
    dialRequested(state) {
      state.dialRequests += 1;
    },
  },
});

export const {
  membersChanged,
  seatsLoaded,
  seatChanged,
  tabChanged,
  timelineRequested,
  prizesRequested,
  dialRequested,
} = seatsSlice.actions;
