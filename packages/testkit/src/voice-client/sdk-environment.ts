import type { EventEmitter } from "node:events";

import type { Call, Device } from "@twilio/voice-sdk";

import type { Report, StartOptions } from "./control.ts";

/** The SDK's entry, of whichever build. */
export interface VoiceSdk {
  Device: {
    new (token: string, options: object): Device;
    runPreflight(token: string, options: object): EventEmitter;
  };
}

/** The sound of a call that arrives. */
export interface AudioProbe {
  /** 0..1, of the last half second. */
  amplitude(frequencyHz: number): number;
  /** Of the sound since it was last asked for; the first ask begins. */
  longestGapMs(): number;
}

/** Where the SDK runs: Node with another's WebRTC, or a page of a browser. */
export interface SdkEnvironment {
  sdk: VoiceSdk;
  /** What a device needs there beside what a test asks for. */
  deviceOptions(options: Pick<StartOptions, "signalUrl" | "microphone">): object;
  /** What the microphone says from now on; null is silence. */
  say(frequencyHz: number | null): void;
  /** Null while the call has no audio yet. */
  listenTo(call: Call): AudioProbe | null;
  dropSocket(awayMs: number): void;
  report(message: Report): void;
}

/** What the SDK keeps to itself, where a test has no other way. */
export interface CallInternals {
  iceRestart(): void;
  /** Null until the microphone is open. */
  version: { pc: RTCPeerConnection } | null;
}

export function internalsOf(call: Call): CallInternals {
  return (call as unknown as { _mediaHandler: CallInternals })._mediaHandler;
}

/** The exchange's place as the SDK takes it. */
export function chunderOf(signalUrl: string): string {
  return signalUrl.replace(/^wss?:\/\//, "");
}
