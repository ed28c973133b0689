import { type Action, createAction, createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { AirRules, Call, Contest, PhoneLine, StationEvent } from "@linedesk/contract";
import type { StationSnapshot } from "../realtime/station-feed.ts";
import {
  dropRetained,
  type LeftCalls,
  retainAttendedCalls,
  retainedAt,
  type RetainedCalls,
} from "./retained-calls.ts";

export interface TurnedAway {
  count: number;
  at: string;
}

export interface CallsState {
  station: string | null;
  seq: number;
  /** The number of snapshots since the station was opened. */
  snapshots: number;
  /** `stale` after a missed event or a lost socket, until the next snapshot. */
  status: "empty" | "loading" | "live" | "stale";
  byId: Record<string, Call>;
  /**
   * Calls that have just ended, newest last. They are kept for the line cards and for the list
   * while it is frozen.
   */
  ended: Call[];
  retained: RetainedCalls;
  phoneLines: PhoneLine[];
  telephony: "up" | "down";
  /** The exchanges that are down while another one is up. */
  exchangesAway: readonly string[];
  /** The contest from events since the snapshot; `null` when no event contained one. */
  contest: { running: Contest | null; seq: number } | null;
  /** The seq of the last event about prizes or wins. Responses from before it are outdated. */
  prizesAt: number;
  peopleAt: number;
  playingAt: number;
  callerIdsAt: number;
  /**
   * The seq of the last event or snapshot with callers who were cut off; 0 when there were none.
   */
  cutOffsAt: number;
  cutOffsFolded: boolean;
  /** Callers rejected because the exchange was full; `null` when there were none. */
  turnedAway: TurnedAway | null;
  speaking: Record<string, true>;
  /** The lines that feed the air; `null` until the first snapshot. */
  air: AirRules | null;
}

interface LoadedSnapshot extends StationSnapshot {
  station: string;
}

const MAX_ENDED = 50;

const initialState: CallsState = {
  station: null,
  seq: 0,
  snapshots: 0,
  status: "empty",
  byId: {},
  ended: [],
  retained: {},
  phoneLines: [],
  telephony: "up",
  exchangesAway: [],
  contest: null,
  prizesAt: 0,
  peopleAt: 0,
  playingAt: 0,
  callerIdsAt: 0,
  cutOffsAt: 0,
  cutOffsFolded: false,
  turnedAway: null,
  speaking: {},
  air: null,
};

/** Updates the call in its list. A note on an ended call does not return the call to the queue. */
function store(state: CallsState, call: Call): void {
  if (call.desk.status === "ended") {
    return storeEnded(state, call);
  }
  state.byId[call.id] = call;
  if (call.conference === null) {
    noteSpeaking(state, call.id, false);
  }
}

function storeEnded(state: CallsState, call: Call): void {
  delete state.byId[call.id];
  noteSpeaking(state, call.id, false);
  state.ended = state.ended.some(({ id }) => id === call.id)
    ? state.ended.map((one) => (one.id === call.id ? call : one))
    : [...state.ended.slice(1 - MAX_ENDED), call];
}

/**
 * Most events change nothing here. In this case the state object stays the same and is not drawn
 * again.
 */
function noteSpeaking(state: CallsState, call: string, speaks: boolean): void {
  if (call in state.speaking === speaks) {
    return;
  }
  const { [call]: _, ...others } = state.speaking;
  state.speaking = speaks ? { ...others, [call]: true } : others;
}

/** Applies one event. The calling code guarantees that this event is the next one. */
function applyEvent(state: CallsState, event: StationEvent): void {
  state.seq = event.seq;
  switch (event.type) {
    case "call.arrived":
    case "call.changed":
      return store(state, event.call);
    case "call.ended":
      state.peopleAt = event.seq;
      return storeEnded(state, event.call);
    case "conference.speaking":
      return noteSpeaking(state, event.member, event.speaking);
    case "line.changed":
      state.phoneLines = state.phoneLines.map((line) =>
        line.id === event.phoneLine.id ? event.phoneLine : line,
      );
      return;
    case "contest.changed":
      state.contest = { running: event.contest, seq: event.seq };
      return;
    case "caller.changed":
      state.peopleAt = event.seq;
      return;
    case "prize.changed":
      state.prizesAt = event.seq;
      return;
    case "now_playing.changed":
      state.playingAt = event.seq;
      return;
    case "caller_id.changed":
      state.callerIdsAt = event.seq;
      return;
    case "cut_offs.changed":
      state.cutOffsAt = event.seq;
      return;
    case "chat.sent":
    case "chat.typed":
    case "contact.changed":
    case "contact.removed":
    case "contact.imported":
      // The chat and the contacts handle these events.
      return;
    case "station.telephony":
      state.telephony = event.state;
      state.exchangesAway = event.exchangesAway ?? [];
      return;
    case "station.turned_away":
      state.turnedAway = { count: event.count, at: event.at };
      return;
    case "station.stale":
      state.status = "stale";
  }
}

export interface ReceivedEvents {
  station: string;
  events: StationEvent[];
}

export const eventsReceived = createAction<ReceivedEvents>("calls/eventsReceived");

/** Copies one by one, because spreading a thousand calls takes ten times as long. */
function copyCalls(byId: CallsState["byId"]): CallsState["byId"] {
  const copy: CallsState["byId"] = {};
  for (const id in byId) {
    const call = byId[id];
    if (call !== undefined) {
      copy[id] = call;
    }
  }
  return copy;
}

function receiveEvents(state: CallsState, { station, events }: ReceivedEvents): CallsState {
  const fresh = station === state.station ? events.filter(({ seq }) => seq > state.seq) : [];
  if (fresh.length === 0) {
    return state;
  }
  const touchesCalls = fresh.some((event) => "call" in event);
  const next = { ...state, byId: touchesCalls ? copyCalls(state.byId) : state.byId };
  for (const event of fresh) {
    applyEvent(next, event);
  }
  return next;
}

const slice = createSlice({
  name: "calls",
  initialState,
  reducers: {
    stationOpened: {
      prepare: (station: string, me: string | null = null) => ({ payload: { station, me } }),
      reducer: (
        before,
        { payload: { station, me } }: PayloadAction<{ station: string; me: string | null }>,
      ): CallsState => ({
        ...initialState,
        retained: retainAttendedCalls(before.retained, { calls: Object.values(before.byId), me }),
        station,
        status: "loading",
      }),
    },
    snapshotLoaded(state, action: PayloadAction<LoadedSnapshot>) {
      if (action.payload.station !== state.station) {
        return;
      }
      const living = new Set(action.payload.calls.map((call) => call.id));
      const endings = new Map((action.payload.ended ?? []).map((call) => [call.id, call]));
      const gone = Object.values({ ...retainedAt(state.retained, state.station), ...state.byId })
        .filter((call) => !living.has(call.id))
        .map((call) => endings.get(call.id) ?? call);
      state.ended = [...state.ended, ...gone].slice(-MAX_ENDED);
      state.byId = Object.fromEntries(action.payload.calls.map((call) => [call.id, call]));
      state.retained = dropRetained(state.retained, state.station);
      state.seq = action.payload.seq;
      state.air = action.payload.air ?? state.air;
      state.telephony = action.payload.telephony ?? state.telephony;
      state.exchangesAway = action.payload.exchangesAway ?? [];
      if ((action.payload.cutOffs ?? 0) > 0 || state.cutOffsAt > 0) {
        state.cutOffsAt = action.payload.seq;
      }
      state.snapshots += 1;
      state.contest = null;
      // The snapshot does not contain who is speaking, and events about it may have been missed.
      state.speaking = {};
      state.status = "live";
    },
    linesLoaded(state, action: PayloadAction<{ station: string; phoneLines: PhoneLine[] }>) {
      if (action.payload.station === state.station) {
        state.phoneLines = action.payload.phoneLines;
      }
    },
    callUpdated(state, action: PayloadAction<Call>) {
      const call = action.payload;
      if (call.station !== state.station) {
        state.retained[call.id] = call;
        return;
      }
      store(state, call);
    },
    /**
     * Retains calls of a station that is no longer watched, or that is about to be opened, until
     * its snapshot is loaded.
     */
    callsRetained(state, action: PayloadAction<LeftCalls>) {
      state.retained = retainAttendedCalls(state.retained, action.payload);
    },
    retainedDropped(state, action: PayloadAction<string>) {
      state.retained = dropRetained(state.retained, action.payload);
    },
    cutOffsFolded(state, action: PayloadAction<boolean>) {
      state.cutOffsFolded = action.payload;
    },
    markedStale(state) {
      if (state.status === "live") {
        state.status = "stale";
      }
    },
  },
});

/**
 * Reduces the calls of the station. Their events have a separate, faster path, because they are
 * frequent.
 */
function reduceCalls(state: CallsState | undefined, action: Action): CallsState {
  return state !== undefined && eventsReceived.match(action)
    ? receiveEvents(state, action.payload)
    : slice.reducer(state, action);
}

export const callsSlice = { reducer: reduceCalls };

export const {
  stationOpened,
  snapshotLoaded,
  linesLoaded,
  callUpdated: callAnswered,
  callsRetained,
  retainedDropped,
  cutOffsFolded,
  markedStale: becameStale,
} = slice.actions;
