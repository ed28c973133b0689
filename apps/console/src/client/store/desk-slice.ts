import { createSlice, type PayloadAction, SHOULD_AUTOBATCH } from "@reduxjs/toolkit";

import type { DeviceLine, Station } from "@linedesk/contract";
import type { MicrophoneState } from "../audio/microphone.ts";
import type { Connection } from "../realtime/connection.ts";
import type { SessionState } from "../session/session-client.ts";
import type { DirectCall } from "../softphone/direct-calls.ts";
import type { LineLeg } from "../softphone/line-leg.ts";
import type { LineDeviceStatus } from "../softphone/voice-device.ts";
import {
  nextPanelCaller,
  nobodyInPanel,
  type PanelCaller,
  type PanelEvent,
} from "./panel-caller.ts";

/** Words and code of something that failed or finished; drawn by the notices. */
export interface Notice {
  id: string;
  tone: "info" | "warning" | "failure" | "done";
  words: string;
  code: string | null;
  line: DeviceLine | null;
  /** What its button does, which `CallRequests` knows: "Retry". */
  actionLabel?: string;
  /** Of a second button, beside the first. */
  secondLabel?: string;
  /** Screen readers interrupt what they read to say it: a dropped line, a lost microphone [AX8]. */
  urgent?: true;
}

/** What the person has just done, for screen readers: its words are the screen's [AC14]. */
export type OwnAction =
  | { type: NamedAction; name: string }
  | { type: "offered"; name: string; to: string }
  | { type: "swapped" }
  | { type: "muted" | "unmuted" | "moved"; line: DeviceLine };

type NamedAction =
  | "held"
  | "resumed"
  | "ended"
  | "rejected"
  | "verified"
  | "unverified"
  | "next"
  | "locked"
  | "unlocked"
  | "saved";

/** What was asked of the server for a call and is not answered yet. */
export type CallAction =
  | "accept"
  | "hold"
  | "resume"
  | "hang_up"
  | "reject"
  | "mark"
  | "move"
  | "swap"
  | "offer"
  | "air"
  | "confer"
  | "undo";

/** A caller's field on its way to the server, by `{call}:{field}`. */
export type Edit =
  | { status: "saving"; value: string }
  | { status: "failed"; value: string; words: string };

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
  /** The station whose admin area is open. */
  active_admin_station: string | null;
  /** Messages that came while chat was closed [CH3]. */
  msg_unread: number;
  /** Whose call the caller's panel shows; null for whoever Take next would take. */
  selected_call: string | null;
  panel: Omit<PanelCaller, "call">;
  ongoing_call1: LineLeg | null;
  ongoing_call2: LineLeg | null;
  devices: Record<DeviceLine, LineDeviceStatus>;
  /** What rings at a line's own softphone, or is talked on; no call of a station. */
  direct: Record<DeviceLine, DirectCall | null>;
  /** The SDK's names of what is not well with the sound of each line's leg. */
  warnings: Record<DeviceLine, string[]>;
  /** How many quality reports of this page the server has; its past calls show them then. */
  storedReports: number;
  microphone: MicrophoneState;
  /** It is held open for the next call. */
  microphoneOpen: boolean;
  /** Sent and not yet answered, by call; a mark holds back nothing else and has its own key. */
  pending: Record<string, CallAction>;
  edits: Record<string, Edit>;
  notices: Notice[];
  /** What of each line has been silent for long, while its call is talked on. */
  silence: Record<DeviceLine, { microphone: boolean; caller: boolean }>;
  /** Both lines are to be talked on, which only a button of its own asks for [LN18]. */
  bothLines: boolean;
  /** The newest, with its number: the same twice is announced twice. */
  lastAction: { count: number; action: OwnAction } | null;
}

interface LegChange {
  line: DeviceLine;
  leg: LineLeg | null;
}

const MAX_NOTICES = 5;
/**
 * [VD71] Stands in the store at once and is drawn a little later: drawing it in the click would
 * keep the microphone waiting.
 */
const DRAWN_LATER = { meta: { [SHOULD_AUTOBATCH]: true } };

const initialState: DeskSliceState = {
  session: { status: "loading" },
  startFailure: null,
  stations: [],
  stationsLoaded: false,
  connection: { status: "connecting" },
  selected_device: 1,
  active_admin_station: null,
  msg_unread: 0,
  selected_call: null,
  panel: { pinned: nobodyInPanel.pinned, inUse: nobodyInPanel.inUse },
  ongoing_call1: null,
  ongoing_call2: null,
  devices: { line1: "unregistered", line2: "unregistered" },
  direct: { line1: null, line2: null },
  warnings: { line1: [], line2: [] },
  storedReports: 0,
  microphone: "unknown",
  microphoneOpen: false,
  pending: {},
  edits: {},
  notices: [],
  silence: {
    line1: { microphone: false, caller: false },
    line2: { microphone: false, caller: false },
  },
  bothLines: false,
  lastAction: null,
};

function applyPanelEvent(state: DeskSliceState, event: PanelEvent): void {
  const { call, ...panel } = nextPanelCaller({ call: state.selected_call, ...state.panel }, event);
  state.selected_call = call;
  state.panel = panel;
}

function legOnLine(state: DeskSliceState, line: DeviceLine): LineLeg | null {
  return line === "line1" ? state.ongoing_call1 : state.ongoing_call2;
}

function isSelected(state: DeskSliceState, line: DeviceLine): boolean {
  return state.selected_device === (line === "line1" ? 1 : 2);
}

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
      const line = action.payload;
      state.selected_device = line === "line1" ? 1 : 2;
      const onLine = legOnLine(state, line)?.callId ?? null;
      applyPanelEvent(state, { type: "lineSelected", onLine });
    },
    /** [AD2] The admin area of a station is open, or is left: null. */
    adminStationOpened(state, action: PayloadAction<string | null>) {
      state.active_admin_station = action.payload;
    },
    messageCounted(state) {
      state.msg_unread += 1;
    },
    messagesRead(state) {
      state.msg_unread = 0;
    },
    /** A call is taken on a line, which is selected, and which the panel follows [PN6, LN19]. */
    callTaken: {
      prepare: (payload: { call: string; line: DeviceLine }) => ({ payload, ...DRAWN_LATER }),
      reducer(state, action: PayloadAction<{ call: string; line: DeviceLine }>) {
        const { call, line } = action.payload;
        state.selected_device = line === "line1" ? 1 : 2;
        applyPanelEvent(state, { type: "joined", call });
      },
    },
    /** What somebody does with the caller's panel itself. */
    panelChanged: {
      prepare: (payload: PanelEvent) =>
        payload.type === "joined" ? { payload, ...DRAWN_LATER } : { payload, meta: {} },
      reducer(state, action: PayloadAction<PanelEvent>) {
        applyPanelEvent(state, action.payload);
      },
    },
    legChanged: {
      prepare: (payload: LegChange) =>
        payload.leg?.status === "connecting" ? { payload, ...DRAWN_LATER } : { payload, meta: {} },
      reducer(state, action: PayloadAction<LegChange>) {
        const { line, leg } = action.payload;
        const before = legOnLine(state, line)?.callId;
        if (line === "line1") {
          state.ongoing_call1 = leg;
        } else {
          state.ongoing_call2 = leg;
        }
        if (leg === null) {
          state.warnings[line] = [];
        }
        if (leg !== null && leg.callId !== before && isSelected(state, line)) {
          applyPanelEvent(state, { type: "joined", call: leg.callId });
        }
      },
    },
    deviceChanged(state, action: PayloadAction<{ line: DeviceLine; status: LineDeviceStatus }>) {
      const { line, status } = action.payload;
      state.devices[line] = status;
      // A phone that works again has nothing to complain of.
      if (status === "registered" || status === "standby") {
        state.notices = state.notices.filter((notice) => notice.id !== `voice:${line}`);
      }
    },
    directCallChanged(state, action: PayloadAction<{ line: DeviceLine; call: DirectCall | null }>) {
      state.direct[action.payload.line] = action.payload.call;
    },
    reportStored(state) {
      state.storedReports += 1;
    },
    warningsChanged(state, action: PayloadAction<{ line: DeviceLine; warnings: string[] }>) {
      state.warnings[action.payload.line] = action.payload.warnings;
    },
    microphoneChanged(state, action: PayloadAction<MicrophoneState>) {
      state.microphone = action.payload;
    },
    microphoneOpened(state, action: PayloadAction<boolean>) {
      state.microphoneOpen = action.payload;
    },
    editChanged(state, action: PayloadAction<{ key: string; edit: Edit | null }>) {
      if (action.payload.edit === null) {
        delete state.edits[action.payload.key];
      } else {
        state.edits[action.payload.key] = action.payload.edit;
      }
    },
    actionSent: {
      // Who resumes has an open microphone: the other line is muted with it, at once [LN17].
      prepare: (payload: { call: string; action: CallAction }) =>
        payload.action === "accept" ? { payload, ...DRAWN_LATER } : { payload, meta: {} },
      reducer(state, action: PayloadAction<{ call: string; action: CallAction }>) {
        state.pending[action.payload.call] = action.payload.action;
      },
    },
    actionSettled(state, action: PayloadAction<string>) {
      delete state.pending[action.payload];
    },
    silenceChanged(
      state,
      action: PayloadAction<{
        line: DeviceLine;
        direction: "microphone" | "caller";
        silent: boolean;
      }>,
    ) {
      const { line, direction, silent } = action.payload;
      state.silence[line][direction] = silent;
    },
    bothLinesChanged(state, action: PayloadAction<boolean>) {
      state.bothLines = action.payload;
    },
    actionDone(state, action: PayloadAction<OwnAction>) {
      state.lastAction = { count: (state.lastAction?.count ?? 0) + 1, action: action.payload };
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
  adminStationOpened,
  messageCounted,
  messagesRead,
  callTaken,
  panelChanged,
  legChanged,
  deviceChanged,
  directCallChanged,
  reportStored,
  warningsChanged,
  microphoneChanged,
  microphoneOpened,
  editChanged,
  actionSent,
  actionSettled: actionAnswered,
  silenceChanged,
  bothLinesChanged,
  actionDone,
  noticeAdded: noticed,
  noticeDismissed: noticeClosed,
} = deskSlice.actions;
