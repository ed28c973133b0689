import type { EventEmitter } from "node:events";

import type { Call, Device } from "@twilio/voice-sdk";

import type { Report, StartOptions } from "./control.ts";

/** The SDK's exports in either build. */
export interface VoiceSdk {
  Device: {
    new (token: string, options: object): Device;
    runPreflight(token: string, options: object): EventEmitter;
  };
}

/** Measures the received sound of a call. */
export interface AudioProbe {
  /** Returns the amplitude 0..1 over the last half second. */
  amplitude(frequencyHz: number): number;
  /** Returns the longest gap since the last request; the first request starts the measurement. */
  longestGapMs(): number;
}

/** The place that runs the SDK: Node with another WebRTC, or a page of a browser. */
export interface SdkEnvironment {
  sdk: VoiceSdk;
  /** Returns the options that a device needs there, besides a test's. */
  deviceOptions(options: Pick<StartOptions, "signalUrl" | "microphone">): object;
  /** Sets the microphone's tone; `null` is silence. */
  say(frequencyHz: number | null): void;
  /** Returns `null` while the call has no sound yet. */
  listenTo(call: Call): AudioProbe | null;
  dropSocket(awayMs: number): void;
  report(message: Report): void;
}

/** The SDK's private members that a test cannot avoid. */
export interface CallInternals {
  iceRestart(): void;
  /** The connection, or `null` until the microphone is open. */
  version: { pc: RTCPeerConnection } | null;
}

export function internalsOf(call: Call): CallInternals {
  return (call as unknown as { _mediaHandler: CallInternals })._mediaHandler;
}

/** Returns the exchange's address in the SDK's form. */
export function chunderOf(signalUrl: string): string {
  return signalUrl.replace(/^wss?:\/\//, "");
}
