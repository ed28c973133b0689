import type { IceServer } from "@linedesk/contract";
import type { QualityWord } from "./quality-word.ts";
import type { VoiceFailure } from "./voice-failure.ts";

/** Of a softphone, in the words of the voice SDK. */
export type DeviceStatus = "unregistered" | "registering" | "registered" | "destroyed";

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
  | { type: "failed"; failure: VoiceFailure }
  | { type: "ended" };

/** One call of a device. `ended` comes once, last. */
export interface VoiceCall {
  mute(muted: boolean): void;
  sendDigit(digit: string): void;
  disconnect(): void;
  /** 0..1 each, polled by the SDK every 50 ms. */
  readLevels(): { input: number; output: number };
}

/** Somebody rings the device. `ended` of its events comes when they give up, too. */
export interface VoiceRing {
  /** Who rings, as the telephony service says it. */
  from: string;
  accept(): VoiceCall;
  reject(): void;
}

export type VoiceDeviceEvent =
  | { type: "registering" }
  | { type: "registered" }
  | { type: "unregistered" }
  | { type: "destroyed" }
  | { type: "tokenWillExpire" }
  /** The microphone of a call was unplugged, or the browser took it back. */
  | { type: "microphoneEnded" }
  | { type: "failed"; failure: VoiceFailure };

/** A softphone that carries one call at a time. */
export interface VoiceDevice {
  register(): Promise<void>;
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

/** What a device needs to be let in, and to reach the exchange from behind its router. */
export interface VoiceToken {
  token: string;
  iceServers: IceServer[];
}

export interface VoiceDeviceOptions {
  voiceToken: VoiceToken;
  onEvent: (event: VoiceDeviceEvent) => void;
  /** What is returned is told what becomes of the call; left out, nobody can ring. */
  onRing?: (ring: VoiceRing) => (event: VoiceCallEvent) => void;
}

/** Loads the SDK on first use and makes a device. */
export type OpenVoiceDevice = (options: VoiceDeviceOptions) => Promise<VoiceDevice>;
