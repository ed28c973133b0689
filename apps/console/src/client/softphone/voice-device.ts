import type { IceServer, QualityReport } from "@linedesk/contract";
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
  | { type: "reconnecting" }
  | { type: "reconnected" }
  /** Null where nothing was received: silence has no quality. */
  | { type: "sampled"; quality: CallQuality | null }
  /** The SDK's names of what is not well now; none when all is. */
  | { type: "warned"; warnings: readonly string[] }
  | { type: "failed"; failure: VoiceFailure }
  /** What was measured of it, once, before `ended`; not of one that never connected. */
  | { type: "measured"; quality: LegQuality }
  | { type: "ended" };

/** One call of a device. `ended` comes once, last. */
export interface VoiceCall {
  mute(muted: boolean): void;
  sendDigit(digit: string): void;
  disconnect(): void;
  /** 0..1 each, polled by the SDK every 50 ms. */
  readLevels(): { input: number; output: number };
}

export interface IncomingVoiceCall {
  id: string;
  /** As the exchange writes it, such as `client:desk` or a number. */
  from: string;
  /** Answers it; the device ignores what else rings there. */
  accept(onEvent: (event: VoiceCallEvent) => void): VoiceCall;
  reject(): void;
  /** Stops to ring here alone: it rings on wherever else it does. */
  ignore(): void;
}

export type VoiceDeviceEvent =
  | { type: "incoming"; call: IncomingVoiceCall }
  /** Cancelled, rejected, failed or taken: it rings no longer. */
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
  /** Takes no more incoming calls; others can be made all the same. */
  unregister(): Promise<void>;
  updateToken(pass: VoiceToken): void;
  /** Opens a call with these parameters; rejects when the microphone is refused. */
  connect(
    parameters: Record<string, string>,
    onEvent: (event: VoiceCallEvent) => void,
  ): Promise<VoiceCall>;
  /** Opens the microphone ahead of `connect`; what it answers lets go of what no call took. */
  openMicrophone(): () => void;
  useDevices(input: string, output: string): Promise<void>;
  close(): void;
}

export interface VoiceToken {
  token: string;
  iceServers: IceServer[];
}

export interface VoiceDeviceOptions {
  voiceToken: VoiceToken;
  onEvent: (event: VoiceDeviceEvent) => void;
  /** Plays the SDK's own ring, where no ringer of the console does. */
  ringsItself?: boolean;
}

/** Makes a device; loads the SDK on first use. */
export type OpenVoiceDevice = (options: VoiceDeviceOptions) => Promise<VoiceDevice>;

export type PreflightEvent =
  | { type: "connected" }
  | { type: "sampled"; quality: CallQuality | null }
  | { type: "warned"; name: string }
  | { type: "completed"; report: QualityReport }
  | { type: "failed"; failure: VoiceFailure };

export interface PreflightOptions {
  voiceToken: VoiceToken;
  /** `completed` or `failed` comes once, last; neither comes once the test is stopped. */
  onEvent: (event: PreflightEvent) => void;
  /** Stops the test; one that is stopped before the SDK is loaded does not begin. */
  signal: AbortSignal;
}

export type RunPreflight = (options: PreflightOptions) => Promise<void>;

export interface VoiceSdk {
  open: OpenVoiceDevice;
  preflight: RunPreflight;
}
