import type { IceServer, QualityReport } from "@linedesk/contract";
import type { Processing } from "../audio/processing.ts";
import type { LegQuality } from "./leg-report.ts";
import type { QualityWord } from "./quality-word.ts";
import type { VoiceFailure } from "./voice-errors.ts";

export type DeviceStatus = "unregistered" | "registering" | "registered" | "destroyed";

export type LineDeviceStatus = DeviceStatus | "standby";

export interface CallQuality {
  word: QualityWord;
  mos: number;
  jitterMs: number;
  roundTripMs: number;
  lossPercent: number;
}

export type VoiceCallEvent =
  | { type: "ringing" }
  | { type: "accepted" }
  /** The sound is interrupted in at least one direction. */
  | { type: "reconnecting" }
  | { type: "reconnected" }
  /** Only the signalling is lost: the sound goes on in both directions. */
  | { type: "signallingLost" }
  | { type: "signallingBack" }
  /** `quality` is `null` when no packet was received in the last second. */
  | { type: "sampled"; quality: CallQuality | null }
  /** The SDK's names of the present problems, or an empty list. */
  | { type: "warned"; warnings: readonly string[] }
  | { type: "failed"; failure: VoiceFailure }
  /** The measurements come once before `ended`, but not for a call that never connected. */
  | { type: "measured"; quality: LegQuality }
  | { type: "ended" };

/** One call of a device. The last event is `ended`, which comes exactly once. */
export interface VoiceCall {
  /** Returns false when the request for it could not be sent, so that nothing has changed. */
  mute(muted: boolean): boolean;
  sendDigit(digit: string): void;
  disconnect(): void;
  /** Returns levels from 0 to 1, which the SDK polls every 50 ms. */
  readLevels(): { input: number; output: number };
}

export interface IncomingVoiceCall {
  id: string;
  /** The caller in the exchange's form, such as `client:desk` or a number. */
  from: string;
  /** Answers the call; the device ignores all others that ring there. */
  accept(onEvent: (event: VoiceCallEvent) => void): VoiceCall;
  reject(): void;
  /** Stops the ringing on this device only. */
  ignore(): void;
}

export type VoiceDeviceEvent =
  | { type: "incoming"; call: IncomingVoiceCall }
  /** The call was cancelled, rejected, failed or answered elsewhere, and no longer rings. */
  | { type: "incomingEnded"; call: IncomingVoiceCall }
  | { type: "registering" }
  | { type: "registered" }
  | { type: "unregistered" }
  | { type: "destroyed" }
  | { type: "tokenWillExpire" }
  | { type: "microphoneEnded" }
  | { type: "failed"; failure: VoiceFailure };

export interface VoiceDevice {
  register(): Promise<void>;
  /** Stops incoming calls; outgoing calls stay possible. */
  unregister(): Promise<void>;
  updateToken(pass: VoiceToken): void;
  /** Opens a call with these parameters; rejects when the microphone is refused. */
  connect(
    parameters: Record<string, string>,
    onEvent: (event: VoiceCallEvent) => void,
  ): Promise<VoiceCall>;
  /**
   * Opens the microphone before `connect`; returns a function that releases it if no call uses it.
   */
  openMicrophone(): () => void;
  useDevices(input: string, output: string): Promise<void>;
  /** Applies to the present call, without a gap in its sound, and to later calls. */
  useProcessing(processing: Processing): Promise<void>;
  close(): void;
}

export interface VoiceToken {
  token: string;
  iceServers: IceServer[];
}

export interface VoiceDeviceOptions {
  voiceToken: VoiceToken;
  onEvent: (event: VoiceDeviceEvent) => void;
  /** The exchange that the device connects to; the first one when it is omitted. */
  service?: string;
  /** Makes the SDK play its own ring, when the console has no ringer. */
  ringsItself?: boolean;
}

/** Creates a device; loads the SDK on first use. */
export type OpenVoiceDevice = (options: VoiceDeviceOptions) => Promise<VoiceDevice>;

export type PreflightEvent =
  | { type: "connected" }
  | { type: "sampled"; quality: CallQuality | null }
  | { type: "warned"; name: string }
  | { type: "completed"; report: QualityReport }
  | { type: "failed"; failure: VoiceFailure };

export interface PreflightOptions {
  voiceToken: VoiceToken;
  /**
   * The last event is `completed` or `failed`, which comes exactly once. A stopped test sends
   * neither.
   */
  onEvent: (event: PreflightEvent) => void;
  /** Stops the test; a test that is stopped before the SDK is loaded does not begin. */
  signal: AbortSignal;
}

export type RunPreflight = (options: PreflightOptions) => Promise<void>;

export interface VoiceSdk {
  open: OpenVoiceDevice;
  preflight: RunPreflight;
}
