import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { AirRules, Call, PhoneLine, StationEvent } from "@linedesk/contract";
import type { StationSnapshot } from "../realtime/station-feed.ts";
import { callAnswered } from "./calls-slice.ts";

export interface WatchedStation {
  seq: number;
  /** `loading` until the first snapshot; `stale` after a missed event, until the next snapshot. */
  status: "loading" | "live" | "stale";
  byId: Record<string, Call>;
  /** Calls that have just ended, newest last. A line can still show one of them. */
  ended: Call[];
  phoneLines: PhoneLine[];
  peopleAt: number;
  hiddenFlags: string[];
  /** The lines that feed the air there; `null` until the first snapshot. */
  air: AirRules | null;
}

export interface WatchedState {
  byStation: Record<string, WatchedStation>;
}

const MAX_ENDED = 50;

const initialState: WatchedState = { byStation: {} };

function storeCall(station: WatchedStation, call: Call): void {
  if (call.desk.status !== "ended") {
    station.byId[call.id] = call;
    return;
  }
  delete station.byId[call.id];
  const others = station.ended.filter(({ id }) => id !== call.id);
  station.ended = [...others, call].slice(-MAX_ENDED);
}

function applyEvent(station: WatchedStation, event: StationEvent): void {
  station.seq = event.seq;
  if (event.type === "caller.changed" || event.type === "call.ended") {
    station.peopleAt = event.seq;
  }
  if (event.type === "line.changed") {
    station.phoneLines = station.phoneLines.map((line) =>
      line.id === event.phoneLine.id ? event.phoneLine : line,
    );
  } else if (event.type === "station.stale") {
    station.status = "stale";
  } else if ("call" in event && typeof event.call === "object") {
    storeCall(station, event.call);
  }
}

interface WatchedSnapshot extends StationSnapshot {
  station: string;
}

export const watchedSlice = createSlice({
  name: "watched",
  initialState,
  reducers: {
    stationWatched(state, action: PayloadAction<string>) {
      state.byStation[action.payload] = {
        seq: 0,
        status: "loading",
        byId: {},
        ended: [],
        phoneLines: [],
        peopleAt: 0,
        hiddenFlags: [],
        air: null,
      };
    },
    stationLeft(state, action: PayloadAction<string>) {
      delete state.byStation[action.payload];
    },
    watchedSnapshotLoaded(state, action: PayloadAction<WatchedSnapshot>) {
      const { seq, calls, ended = [] } = action.payload;
      const station = state.byStation[action.payload.station];
      if (station === undefined) {
        return;
      }
      station.ended = [...station.ended, ...ended].slice(-MAX_ENDED);
      station.byId = Object.fromEntries(calls.map((call) => [call.id, call]));
      station.seq = seq;
      station.air = action.payload.air ?? station.air;
      station.status = "live";
    },
    watchedLinesLoaded(
      state,
      { payload }: PayloadAction<{ station: string; phoneLines: PhoneLine[] }>,
    ) {
      const station = state.byStation[payload.station];
      if (station !== undefined) {
        station.phoneLines = payload.phoneLines;
      }
    },
    watchedFlagsLoaded(
      state,
      { payload }: PayloadAction<{ station: string; hiddenFlags: string[] }>,
    ) {
      const station = state.byStation[payload.station];
      if (station !== undefined) {
        station.hiddenFlags = payload.hiddenFlags;
      }
    },
    watchedEventsReceived(
      state,
      { payload }: PayloadAction<{ station: string; events: StationEvent[] }>,
    ) {
      const station = state.byStation[payload.station];
      for (const event of payload.events) {
        if (station !== undefined && event.seq > station.seq) {
          applyEvent(station, event);
        }
      }
    },
    watchedBecameStale(state, action: PayloadAction<string>) {
      const station = state.byStation[action.payload];
      if (station?.status === "live") {
        station.status = "stale";
      }
    },
  },
  extraReducers: (builder) => {
    builder.addCase(callAnswered, (state, { payload: call }) => {
      const station = state.byStation[call.station];
      if (station !== undefined) {
        storeCall(station, call);
      }
    });
  },
});

export const {
  stationWatched,
  stationLeft,
  watchedSnapshotLoaded,
  watchedLinesLoaded,
  watchedFlagsLoaded,
  watchedEventsReceived,
  watchedBecameStale,
} = watchedSlice.actions;
