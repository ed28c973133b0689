import { createSlice, type PayloadAction, SHOULD_AUTOBATCH } from "@reduxjs/toolkit";

import type { AirChecks, DeviceLine, Station } from "@linedesk/contract";
import type { MicrophoneState } from "../audio/microphone.ts";
import type { Connection } from "../realtime/connection.ts";
import type { SessionState } from "../session/session-client.ts";
import type { DirectCall } from "../softphone/direct-calls.ts";
import type { LineLeg } from "../softphone/line-leg.ts";
import type { LineDeviceStatus } from "../softphone/voice-device.ts";
import {
  type CallAction,
  type DeskSliceState,
  type Edit,
  initialDeskState,
  type Notice,
  type OwnAction,
  type StartFailure,
} from "./desk-state.ts";
import { nextKeyCall, nextPanelCaller, type PanelEvent } from "./panel-caller.ts";

interface LegChange {
  line: DeviceLine;
  leg: LineLeg | null;
}

interface AirCheck {
  call: string;
  check: keyof AirChecks;
  /** With `null` the check has no answer to wait for. */
  value: boolean | null;
}

const MAX_NOTICES = 5;
/** Drawing this state in the click would delay the microphone, so it is drawn a little later. */
const DRAWN_LATER = { meta: { [SHOULD_AUTOBATCH]: true } };

function applyPanelEvent(state: DeskSliceState, event: PanelEvent): void {
  const { call, ...panel } = nextPanelCaller({ call: state.selected_call, ...state.panel }, event);
  state.selected_call = call;
  state.panel = panel;
  state.keyCall = nextKeyCall(state.keyCall, event);
}

function legOnLine(state: DeskSliceState, line: DeviceLine): LineLeg | null {
  return line === "line1" ? state.ongoing_call1 : state.ongoing_call2;
}

function isSelected(state: DeskSliceState, line: DeviceLine): boolean {
  return state.selected_device === (line === "line1" ? 1 : 2);
}

export const deskSlice = createSlice({
  name: "desk",
  initialState: initialDeskState,
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
    /** Sets the station of the open admin area; `null` when the person leaves the area. */
    adminStationOpened(state, action: PayloadAction<string | null>) {
      state.active_admin_station = action.payload;
    },
    messageCounted(state) {
      state.msg_unread += 1;
    },
    messagesRead(state) {
      state.msg_unread = 0;
    },
    callTaken: {
      prepare: (payload: { call: string; line: DeviceLine }) => ({ payload, ...DRAWN_LATER }),
      reducer(state, action: PayloadAction<{ call: string; line: DeviceLine }>) {
        const { call, line } = action.payload;
        state.selected_device = line === "line1" ? 1 : 2;
        applyPanelEvent(state, { type: "joined", call });
        state.keyCall = call;
      },
    },
    /** Notes the call to which the person has moved the cursor, or to whose panel the focus. */
    keysMoved(state, action: PayloadAction<string | null>) {
      state.keyCall = action.payload;
    },
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
          // A notice about the call ends with the call, so that it is never shown at the next call.
          const isOver = (notice: Notice) =>
            notice.line === line && before !== undefined && notice.id.endsWith(`:${before}`);
          state.notices = state.notices.filter((notice) => !isOver(notice));
        }
        if (leg !== null && leg.callId !== before && isSelected(state, line)) {
          applyPanelEvent(state, { type: "joined", call: leg.callId });
          state.keyCall = state.keyCall === leg.callId ? leg.callId : null;
        }
      },
    },
    deviceChanged(state, action: PayloadAction<{ line: DeviceLine; status: LineDeviceStatus }>) {
      const { line, status } = action.payload;
      state.devices[line] = status;
      // When the softphone works again, its error is removed.
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
    airCheckSet(state, action: PayloadAction<AirCheck>) {
      const { call, check, value } = action.payload;
      const { [check]: _before, ...others } = state.airChecks[call] ?? {};
      state.airChecks[call] = value === null ? others : { ...others, [check]: value };
    },
    actionSent: {
      // A resume is not delayed: the microphone is open, and the other line is muted at once.
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
  keysMoved,
  panelChanged,
  legChanged,
  deviceChanged,
  directCallChanged,
  reportStored,
  warningsChanged,
  microphoneChanged,
  microphoneOpened,
  editChanged,
  airCheckSet,
  actionSent,
  actionSettled: actionAnswered,
  silenceChanged,
  bothLinesChanged,
  actionDone,
  noticeAdded: noticed,
  noticeDismissed: noticeClosed,
} = deskSlice.actions;
