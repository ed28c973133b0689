import type { Call, DeviceLine, EndReason } from "@linedesk/contract";
import type { MicrophoneState } from "../../client/audio/microphone.ts";
import type { DirectCall } from "../../client/softphone/direct-calls.ts";
import type { CallQuality, LineDeviceStatus } from "../../client/softphone/voice-device.ts";
import type { CallAction } from "../../client/store/desk-slice.ts";
import type { NoticeView } from "../../lib/notice-view.ts";

export interface LineDeviceView {
  kind: "browser" | "audio_server";
  label: string;
  status: LineDeviceStatus;
  /** Registers an unregistered device. */
  register: (() => void) | null;
  /** The microphone question has not been answered, or was refused. */
  microphone: MicrophoneState;
  /** It is held open for the next call. */
  microphoneOpen: boolean;
}

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
  /** Null while it is not known, as of silence. */
  quality: CallQuality | null;
  /** The SDK's names of what is not well now. */
  warnings: readonly string[];
  /** Both lines are talked on. */
  bothLines: boolean;
  /** Muting is done here and never pending. */
  pending: Exclude<CallAction, "reject"> | null;
  hold: (() => void) | null;
  resume: (() => void) | null;
  /** Resumes it while the other line stays talked on [LN18]; null where there is no such choice. */
  resumeBeside: (() => void) | null;
  mute: (() => void) | null;
  unmute: (() => void) | null;
  hangUp: (() => void) | null;
  sendDigit: ((digit: string) => void) | null;
}

/** Somebody rings this softphone itself, or talks on it. */
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
  direct: DirectCallView | null;
  notice: NoticeView | null;
  /** 0..1, read by the meters every 50 ms; not state, so that nothing renders for them. */
  levels: { microphone: () => number; caller: () => number };
}
