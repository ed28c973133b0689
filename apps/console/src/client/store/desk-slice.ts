import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { DeviceLine, Station } from "@linedesk/contract";
import type { MicrophoneState } from "../audio/microphone.ts";
import type { Connection } from "../realtime/connection.ts";
import type { SessionState } from "../session/session-client.ts";
import type { LineLeg } from "../softphone/line-leg.ts";
import type { DeviceStatus } from "../softphone/voice-device.ts";

/** Words and code of something that failed or finished; drawn by the notices. */
export interface Notice {
  id: string;
  tone: "info" | "warning" | "failure" | "done";
  words: string;
  code: string | null;
  line: DeviceLine | null;
}

/** What was asked of the server for a call and is not answered yet. */
export type CallAction = "accept" | "hold" | "resume" | "hang_up" | "reject";

/** A caller's field on its way to the server, by `{call}:{field}`. */
export type Edit = { status: "saving"; value: string } | { status: "failed"; words: string };

/** Why there is no console yet: the way to sign in, or what the console loads, did not come. */
export type StartFailure =
  | { step: "sign_in"; reason: "unreachable" | "timeout" }
  | { step: "load"; words: string };

export interface DeskSliceState {
  session: SessionState;
  /** Why the console could not start; null while it can. */
  startFailure: StartFailure | null;
  stations: Station[];
  stationsLoaded: boolean;
  connection: Connection;
  selected_device: 1 | 2;
  selected_call: string | null;
  ongoing_call1: LineLeg | null;
  ongoing_call2: LineLeg | null;
  devices: Record<DeviceLine, DeviceStatus>;
  microphone: MicrophoneState;
  /** Actions sent and not yet answered, by call. */
  pending: Record<string, CallAction>;
  edits: Record<string, Edit>;
  notices: Notice[];
}

const MAX_NOTICES = 5;

const initialState: DeskSliceState = {
  session: { status: "loading" },
  startFailure: null,
  stations: [],
  stationsLoaded: false,
  connection: { status: "connecting" },
  selected_device: 1,
  selected_call: null,
  ongoing_call1: null,
  ongoing_call2: null,
  devices: { line1: "unregistered", line2: "unregistered" },
  microphone: "unknown",
  pending: {},
  edits: {},
  notices: [],
};

export const deskSlice = createSlice({
  name: "desk",
  initialState,
  reducers: {
    sessionChanged(state, action: PayloadAction<SessionState>) {
      state.session = action.payload;
    },
    startFailed(state, action: PayloadAction<StartFailure | null>) {
      state.startFailure = action.payload;
    },
    stationsLoaded(state, action: PayloadAction<Station[]>) {
      state.stations = action.payload;
      state.stationsLoaded = true;
    },
    connectionChanged(state, action: PayloadAction<Connection>) {
      state.connection = action.payload;
    },
    lineSelected(state, action: PayloadAction<DeviceLine>) {
      state.selected_device = action.payload === "line1" ? 1 : 2;
    },
    callSelected(state, action: PayloadAction<string | null>) {
      state.selected_call = action.payload;
    },
    legChanged(state, action: PayloadAction<{ line: DeviceLine; leg: LineLeg | null }>) {
      if (action.payload.line === "line1") {
        state.ongoing_call1 = action.payload.leg;
      } else {
        state.ongoing_call2 = action.payload.leg;
      }
    },
    deviceChanged(state, action: PayloadAction<{ line: DeviceLine; status: DeviceStatus }>) {
      const { line, status } = action.payload;
      state.devices[line] = status;
      // A phone that works again has nothing to complain of.
      if (status === "registered") {
        state.notices = state.notices.filter((notice) => notice.id !== `voice:${line}`);
      }
    },
    microphoneChanged(state, action: PayloadAction<MicrophoneState>) {
      state.microphone = action.payload;
    },
    editChanged(state, action: PayloadAction<{ key: string; edit: Edit | null }>) {
      if (action.payload.edit === null) {
        delete state.edits[action.payload.key];
      } else {
        state.edits[action.payload.key] = action.payload.edit;
      }
    },
    actionSent(state, action: PayloadAction<{ call: string; action: CallAction }>) {
      state.pending[action.payload.call] = action.payload.action;
    },
    actionSettled(state, action: PayloadAction<string>) {
      delete state.pending[action.payload];
    },
    noticeAdded(state, action: PayloadAction<Notice>) {
      const others = state.notices.filter((notice) => notice.id !== action.payload.id);
      state.notices = [...others, action.payload].slice(-MAX_NOTICES);
    },
    noticeDismissed(state, action: PayloadAction<string>) {
      state.notices = state.notices.filter((notice) => notice.id !== action.payload);
    },
  },
});

export const {
  sessionChanged,
  startFailed,
  stationsLoaded,
  connectionChanged,
  lineSelected,
  callSelected,
  legChanged,
  deviceChanged,
  microphoneChanged,
  editChanged,
  actionSent,
  actionSettled: actionAnswered,
  noticeAdded: noticed,
  noticeDismissed: noticeClosed,
} = deskSlice.actions;
