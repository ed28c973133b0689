import type {
  AirChecks,
  CallAction as HandledAction,
  DeviceLine,
  Station,
} from "@linedesk/contract";
import type { NoticeView } from "../../lib/notice-view.ts";
import type { MicrophoneState } from "../audio/microphone.ts";
import type { Connection } from "../realtime/connection.ts";
import type { SessionState } from "../session/session-client.ts";
import type { DirectCall } from "../softphone/direct-calls.ts";
import type { LineLeg } from "../softphone/line-leg.ts";
import type { LineDeviceStatus } from "../softphone/voice-device.ts";
import type { AnnouncedAction } from "../words/action-words.ts";
import { nobodyInPanel, type PanelCaller } from "./panel-caller.ts";

/** The words and code of a failure or a finished action, as a notice shows them. */
export interface Notice {
  id: string;
  tone: NoticeView["tone"];
  words: string;
  code: string | null;
  line: DeviceLine | null;
  /** The label of its button, such as "Retry"; `CallRequests` has the action. */
  actionLabel?: string;
  secondLabel?: string;
  /**
   * Is true when a screen reader interrupts its reading for this notice, for example for a dropped
   * line or a lost microphone.
   */
  urgent?: true;
  /**
   * The end of the notice's cause: the console is connected, the line's audio server answers, or
   * the line's softphone is ready. `endNotices` then closes the notice.
   */
  until?: "live" | "online" | "ready";
}

/** The last action of the person. A component announces it to screen readers. */
export interface OwnAction {
  type: AnnouncedAction;
  /** The caller, the number of the line and the colleague. The words contain some of them. */
  name: string;
  number: string;
  to: string;
}

/** A request of the desk: an action of `handle_call`, or one with an endpoint of its own. */
export type CallAction =
  | HandledAction
  | "hold"
  | "resume"
  | "reject"
  | "mark"
  | "offer"
  | "air"
  | "confer"
  | "record";

/** An edit of a caller's field that waits for the server, by `{call}:{field}`. */
export type Edit =
  | { status: "saving"; value: string }
  | { status: "failed"; value: string; words: string };

/** The step at which the start failed: signing in, or loading the console. */
export type StartFailure =
  | { step: "sign_in"; reason: "unreachable" | "timeout" }
  | { step: "load"; words: string };

export interface DeskSliceState {
  session: SessionState;
  /** The reason why the console could not start, or `null`. */
  startFailure: StartFailure | null;
  stations: Station[];
  stationsLoaded: boolean;
  connection: Connection;
  selected_device: 1 | 2;
  active_admin_station: string | null;
  msg_unread: number;
  /** The caller in the panel; with `null` it is the caller whom Take next would take. */
  selected_call: string | null;
  panel: Omit<PanelCaller, "call">;
  /**
   * The call that the person has chosen for the keyboard shortcuts after a call came to the
   * selected line; `null` without a choice.
   */
  keyCall: string | null;
  ongoing_call1: LineLeg | null;
  ongoing_call2: LineLeg | null;
  devices: Record<DeviceLine, LineDeviceStatus>;
  /** The direct call that rings or was answered on each line. It is not a call of a station. */
  direct: Record<DeviceLine, DirectCall | null>;
  /** The SDK's names of the present sound problems of each line's leg. */
  warnings: Record<DeviceLine, string[]>;
  storedReports: number;
  microphone: MicrophoneState;
  microphoneOpen: boolean;
  /**
   * The unanswered request of each call. A mark has its own key and does not block other requests.
   */
  pending: Record<string, CallAction>;
  edits: Record<string, Edit>;
  /** The air checks that the person has set and the server has not answered yet, by call. */
  airChecks: Record<string, Partial<AirChecks>>;
  notices: Notice[];
  silence: Record<DeviceLine, { microphone: boolean; caller: boolean }>;
  /** Is true when both lines stay bridged at the person's request, as for a private talk. */
  bothLines: boolean;
  /** The newest action with its number, so that two equal actions in a row are both announced. */
  lastAction: { count: number; action: OwnAction } | null;
}

export const initialDeskState: DeskSliceState = {
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
  keyCall: null,
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
  airChecks: {},
  notices: [],
  silence: {
    line1: { microphone: false, caller: false },
    line2: { microphone: false, caller: false },
  },
  bothLines: false,
  lastAction: null,
};
