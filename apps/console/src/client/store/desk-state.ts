import type { DeviceLine, Station } from "@linedesk/contract";
import type { NoticeView } from "../../lib/notice-view.ts";
import type { MicrophoneState } from "../audio/microphone.ts";
import type { Connection } from "../realtime/connection.ts";
import type { SessionState } from "../session/session-client.ts";
import type { DirectCall } from "../softphone/direct-calls.ts";
import type { LineLeg } from "../softphone/line-leg.ts";
import type { LineDeviceStatus } from "../softphone/voice-device.ts";
import type { AnnouncedAction } from "../words/action-words.ts";
import { nobodyInPanel, type PanelCaller } from "./panel-caller.ts";

/** Words and code of something that failed or finished; drawn by the notices. */
export interface Notice {
  id: string;
  tone: NoticeView["tone"];
  words: string;
  code: string | null;
  line: DeviceLine | null;
  /** What its button does, which `CallRequests` knows: "Retry". */
  actionLabel?: string;
  secondLabel?: string;
  /** Screen readers interrupt what they read to say it: a dropped line, a lost microphone. */
  urgent?: true;
}

/** The last action of the person, for screen readers: the screen has the words. */
export type OwnAction =
  | { type: Exclude<AnnouncedAction, LineAction | "offer" | "swap">; name: string }
  | { type: "offer"; name: string; to: string }
  | { type: "swap" }
  | { type: LineAction; line: DeviceLine };

type LineAction = "mute" | "unmute" | "move";

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
  | "record"
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
  active_admin_station: string | null;
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
  storedReports: number;
  microphone: MicrophoneState;
  microphoneOpen: boolean;
  /** Sent and not yet answered, by call; a mark holds back nothing else and has its own key. */
  pending: Record<string, CallAction>;
  edits: Record<string, Edit>;
  notices: Notice[];
  silence: Record<DeviceLine, { microphone: boolean; caller: boolean }>;
  /** Both lines are to be talked on, which only a button of its own asks for. */
  bothLines: boolean;
  /** The newest, with its number: the same twice is announced twice. */
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
