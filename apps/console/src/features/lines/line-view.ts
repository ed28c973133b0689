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
  /** The permission for the microphone, or the reason why the microphone cannot be used. */
  microphone: MicrophoneState;
  microphoneOpen: boolean;
  /** Is true while the sound of the call continues although its signalling is lost. */
  soundAlive?: boolean;
  remote?: RemoteDeviceView | null;
}

export interface RemoteDeviceView {
  status: Carrier["status"];
  /** Wall-clock milliseconds; `null` when the audio server has never answered. */
  lastReplyAt: number | null;
  /** The other person whose call the audio server carries. */
  usedBy: string | null;
  /** The reason why the line has no sound, while its audio server answers; otherwise `null`. */
  fault: string | null;
  delayMs: number | null;
  /**
   * Ends the other person's call on the audio server's line; `null` when no other person uses it.
   */
  takeOver: (() => void) | null;
  /** Polls the audio server at once; `null` while the audio server answers. */
  retry: (() => void) | null;
}

export type LineCallStatus =
  | { status: "connecting"; since: string }
  | { status: "dialling"; since: string }
  | { status: "talking"; since: string }
  | { status: "on_air"; since: string }
  | { status: "held"; since: string }
  | { status: "reconnecting"; since: string }
  /** A colleague can take the call until `until`; the caller hears music. */
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
  /** The quality; `null` while it is unknown, for example during silence. */
  quality: CallQuality | null;
  /** The SDK's names of the present problems. */
  warnings: readonly string[];
  besides: "bothLines" | "privateLine" | "heardOnAir" | "toAir" | null;
  /** The pending action; muting is local and never pending. */
  pending: Exclude<CallAction, "reject" | "mark" | "record"> | null;
  hold: (() => void) | null;
  /** Replaces the leg by a new one while the sound is interrupted; otherwise `null`. */
  retrySound: (() => void) | null;
  resume: (() => void) | null;
  /** Resumes the call while the other line stays bridged; `null` when that is impossible. */
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
  /** `toAir` is true when the press puts a caller to air. */
  other: { kind: "move" | "swap"; number: 1 | 2; toAir: boolean; run: () => void } | null;
  /** The members who have the station open; `null` when the call cannot be handed over now. */
  give: (Recipients & { to: (colleague: Colleague) => void }) | null;
  /** Withdraws an offer that nobody has taken yet. */
  takeBack: (() => void) | null;
}

export interface OfferView {
  call: Call;
  from: string;
  until: string;
  /** Is true when the caller is on air as soon as the person takes the call. */
  toAir: boolean;
  /** Takes the call; `null` on a line that feeds the air, if the role may not put calls to air. */
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
  /**
   * `toAir`: the next call on this free line goes to air. `private`: it does not, but the other
   * line is on air. `null`: the line has a call.
   */
  free: "toAir" | "private" | "plain" | null;
  /**
   * Levels 0 to 1, which the meters read every 50 ms. They are not state, so that they cause no
   * rendering.
   */
  levels: { microphone: () => number; caller: () => number };
}
