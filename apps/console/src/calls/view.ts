import type { RowState } from "../lib/row-state.ts";
import type {
  Call,
  DeviceLine,
  EndReason,
  PastCall,
  PhoneLine,
  SettingChange,
  Station,
  UserSettings,
} from "@linedesk/contract";
import type { QualityWord } from "../lib/quality-word.ts";

/**
 * What the screens draw, made from the store by selectors. An action that cannot be taken now, or
 * that the role may not take, is `null`, and its button is not drawn.
 */

export type DeviceStatus = "unregistered" | "registering" | "registered" | "destroyed";

/** `dismissed` is a question closed unanswered, `busy` a device that another program holds. */
export type MicrophoneState =
  | "granted"
  | "prompt"
  | "dismissed"
  | "denied"
  | "missing"
  | "busy"
  | "unknown";

export interface QualityView {
  word: QualityWord;
  mos: number;
  jitterMs: number;
  roundTripMs: number;
  lossPercent: number;
}

/** Words for a person, with the code small beside them for support. */
export interface NoticeView {
  id: string;
  tone: "info" | "warning" | "failure" | "done";
  words: string;
  code: string | null;
  action: { label: string; run: () => void } | null;
}

export interface LineDeviceView {
  kind: "browser" | "audio_server";
  label: string;
  status: DeviceStatus;
  /** Registers an unregistered device. */
  register: (() => void) | null;
  /** The microphone question has not been answered, or was refused. */
  microphone: MicrophoneState;
}

export type LineAction = "accept" | "hold" | "resume" | "mute" | "unmute" | "hang_up";

/** What the call on a line is doing, as the server says, with the softphone's own part. */
export type LineCallStatus =
  | { status: "connecting"; since: string }
  | { status: "talking"; since: string }
  | { status: "on_air"; since: string }
  | { status: "held"; since: string }
  | { status: "reconnecting"; since: string }
  | { status: "ended"; reason: EndReason };

export interface LineCallView {
  call: Call;
  state: LineCallStatus;
  muted: boolean;
  quality: QualityView | null;
  pending: LineAction | null;
  hold: (() => void) | null;
  resume: (() => void) | null;
  mute: (() => void) | null;
  unmute: (() => void) | null;
  hangUp: (() => void) | null;
  sendDigit: ((digit: string) => void) | null;
}

export interface LineView {
  line: DeviceLine;
  number: 1 | 2;
  selected: boolean;
  select: () => void;
  device: LineDeviceView;
  call: LineCallView | null;
  notice: NoticeView | null;
  /** 0..1, read by the meter every 50 ms; not state, so that nothing renders for it. */
  readLevel: () => number;
}

export interface QueueRowView {
  call: Call;
  state: RowState;
  /** "Bob, line 1" when somebody else has it. */
  with: string | null;
  mine: boolean;
  pending: boolean;
  answer: ((line: DeviceLine) => void) | null;
  takeOver: ((line: DeviceLine) => void) | null;
  resume: ((line: DeviceLine) => void) | null;
  reject: (() => void) | null;
}

/** `useQueue()`: rows stand in the one order. */
export interface QueueView {
  status: "loading" | "ready" | "failed";
  rows: QueueRowView[];
  /** The list may be out of date: rows look stale. */
  stale: boolean;
  failure: NoticeView | null;
}

export type Connection =
  | { status: "connecting" }
  | { status: "live" }
  | { status: "reconnecting"; attempt: number; since: number }
  | { status: "offline"; since: number };

export interface StationView {
  station: Station;
  stations: Station[];
  phoneLines: PhoneLine[];
  /** True when every open-able line is open, false when all are closed, "some" between. */
  open: boolean | "some";
  setOpen: ((open: boolean, phoneLine?: string) => void) | null;
  telephony: "up" | "down";
  waiting: number;
  longestWaitSince: string | null;
}

/** `useSession()`: while unauthenticated the console is on its way to the sign-in page. */
export type SessionView =
  | { status: "loading" }
  | { status: "unauthenticated" }
  | { status: "failed"; words: string; retry: () => void }
  | {
      status: "authenticated";
      user: { id: string; name: string; email: string | null };
      signOut: () => void;
    };

export type CannotTakeNext = "nobody_waits" | "device_not_ready" | "not_connected";

/** `useDesk()`: what concerns the whole desk and no single line. */
export interface DeskView {
  /** The first call of the one order that waits or is ready, whom F2 takes on the selected line. */
  takeNext: {
    call: Call | null;
    take: (() => void) | null;
    because: CannotTakeNext | null;
    pending: boolean;
  };
  /** Toasts, oldest first; those without an action leave by themselves. */
  notices: NoticeView[];
  dismiss: (id: string) => void;
  /** Read at once by screen readers: my incoming call, a dropped line, a lost microphone. */
  urgent: string | null;
}

export type SaveState =
  | { status: "idle" }
  | { status: "saving" }
  | { status: "failed"; words: string };

export interface EditableView {
  value: string;
  /** Shows at once, rolls back when it fails; `null` when it may not be edited. */
  save: ((value: string) => void) | null;
  state: SaveState;
}

export type PastCallsView =
  | { status: "loading" }
  | { status: "ready"; items: PastCall[]; more: (() => void) | null }
  | { status: "failed"; words: string; retry: () => void };

/** `useCaller(callId)`: the panel of one call; `null` when no call has that id. */
export interface CallerView {
  call: Call;
  name: EditableView;
  place: EditableView;
  point: EditableView;
  /** `null` when the number is withheld: there is nothing to look up. */
  history: PastCallsView | null;
}

export interface SoundChoice {
  devices: { id: string; label: string }[];
  /** `null` is the system's default. */
  chosen: string | null;
  choose: (id: string | null) => void;
  /** Plays a short tone on it; `null` where nothing can be played. */
  test: (() => void) | null;
}

/** `useSound()`: the station's microphone, speaker and ringer. */
export interface SoundView {
  microphone: MicrophoneState;
  /** Makes the browser ask, or looks again; `null` when it is granted. */
  askMicrophone: (() => void) | null;
  input: SoundChoice;
  output: SoundChoice;
  ringer: SoundChoice;
  /** Opens the microphone for the meter of the settings; call the answer to close it. */
  openMeter: () => () => void;
  /** 0..1, read every 50 ms. */
  readLevel: () => number;
}

/** `useSettings()`: mine, kept on the server; a change shows at once. */
export interface SettingsView {
  settings: UserSettings;
  change: (change: SettingChange) => void;
}

export type DemoPhoneCall =
  | { status: "idle" }
  | { status: "connecting"; since: string }
  | { status: "ringing"; since: string }
  | { status: "talking"; since: string }
  | { status: "reconnecting"; since: string }
  | { status: "ended"; words: string };

/** `useDemoPhone()`: the telephone for demonstrations. */
export type DemoPhoneView =
  | { status: "loading" }
  /** Not offered here: it is off in production. */
  | { status: "off" }
  | { status: "failed"; words: string; retry: () => void }
  | {
      status: "ready";
      lines: { number: string; label: string }[];
      callerNumbers: { number: string; label: string }[];
      from: string;
      chooseFrom: ((number: string) => void) | null;
      to: string;
      chooseTo: ((number: string) => void) | null;
      call: DemoPhoneCall;
      microphone: MicrophoneState;
      dial: (() => void) | null;
      hangUp: (() => void) | null;
      muted: boolean;
      mute: (() => void) | null;
      unmute: (() => void) | null;
      sendDigit: ((digit: string) => void) | null;
      /** 0..1 of what I say and what I hear. */
      readInputLevel: () => number;
      readOutputLevel: () => number;
      notice: NoticeView | null;
    };
