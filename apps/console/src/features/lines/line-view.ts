import type { Call, DeviceLine, EndReason } from "@linedesk/contract";
import type { MicrophoneState } from "../../client/audio/microphone.ts";
import type { DirectCall } from "../../client/softphone/direct-calls.ts";
import type { CallQuality, LineDeviceStatus } from "../../client/softphone/voice-device.ts";
import type { Carrier } from "../../client/store/carriers-slice.ts";
import type { CallAction } from "../../client/store/desk-state.ts";
import type { Colleague, Recipients } from "../../client/store/select-colleagues.ts";
import type { NoticeView } from "../../lib/notice-view.ts";

export interface LineDeviceView {
  kind: "browser" | "audio_server";
  label: string;
  status: LineDeviceStatus;
  register: (() => void) | null;
  /** The microphone question has not been answered, or was refused. */
  microphone: MicrophoneState;
  microphoneOpen: boolean;
  remote?: RemoteDeviceView | null;
}

export interface RemoteDeviceView {
  status: Carrier["status"];
  /** Wall-clock milliseconds; null: it has never answered. */
  lastReplyAt: number | null;
  /** Who else's call it carries. */
  usedBy: string | null;
  /** Why its line has no sound, while it answers; null: it has. */
  fault: string | null;
  delayMs: number | null;
  /** Ends the other person's call on it; null where nobody else uses it. */
  takeOver: (() => void) | null;
  /** Asks anew; null while it answers. */
  retry: (() => void) | null;
}

export type LineCallStatus =
  | { status: "connecting"; since: string }
  | { status: "dialling"; since: string }
  | { status: "talking"; since: string }
  | { status: "on_air"; since: string }
  | { status: "held"; since: string }
  | { status: "reconnecting"; since: string }
  /** A colleague may take it until then; the caller hears music. */
  | { status: "offered"; since: string; until: string; to: string }
  | { status: "ended"; reason: EndReason };

export interface LineConferenceView {
  people: number;
  onAir: boolean;
  leave: () => void;
  end: "END" | "HOLD";
}

export interface LineCallView {
  call: Call;
  state: LineCallStatus;
  muted: boolean;
  /** Null while it is not known, as of silence. */
  quality: CallQuality | null;
  /** The SDK's names of what is not well now. */
  warnings: readonly string[];
  bothLines: boolean;
  /** Muting is done here and never pending. */
  pending: Exclude<CallAction, "reject" | "mark" | "record"> | null;
  hold: (() => void) | null;
  /** While the sound is interrupted: a new leg in place of this one. */
  retrySound: (() => void) | null;
  resume: (() => void) | null;
  /** Resumes it while the other line stays talked on; null where there is no such choice. */
  resumeBeside: (() => void) | null;
  mute: (() => void) | null;
  unmute: (() => void) | null;
  hangUp: (() => void) | null;
  sendDigit: ((digit: string) => void) | null;
  moves: LineMovesView;
  unlock: (() => void) | null;
  conference: LineConferenceView | null;
  mayConfer: boolean;
  endTalkback: (() => void) | null;
  extend: (() => void) | null;
}

export interface LineMovesView {
  other: { kind: "move" | "swap"; number: 1 | 2; run: () => void } | null;
  /** Those who have the station open; null where the call cannot be given to anybody now. */
  give: (Recipients & { to: (colleague: Colleague) => void }) | null;
  /** Ends an offer that nobody has taken yet. */
  takeBack: (() => void) | null;
}

export interface OfferView {
  call: Call;
  from: string;
  until: string;
  /** Null on a line that feeds the air, for a role that may not take to air. */
  take: (() => void) | null;
  decline: () => void;
}

export interface DirectCallView {
  call: DirectCall;
  accept: (() => void) | null;
  reject: (() => void) | null;
  mute: (() => void) | null;
  unmute: (() => void) | null;
  end: (() => void) | null;
}

export interface LineView {
  line: DeviceLine;
  number: 1 | 2;
  selected: boolean;
  select: () => void;
  device: LineDeviceView;
  call: LineCallView | null;
  offer: OfferView | null;
  direct: DirectCallView | null;
  notice: NoticeView | null;
  /** 0..1, read by the meters every 50 ms; not state, so that nothing renders for them. */
  levels: { microphone: () => number; caller: () => number };
}
