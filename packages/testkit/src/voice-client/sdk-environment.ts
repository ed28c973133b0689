import type { EventEmitter } from "node:events";

import type { Call, Device } from "@twilio/voice-sdk";

import type { Report, StartOptions } from "./control.ts";

/** The exports that both builds of the SDK have. */
export interface VoiceSdk {
  Device: {
    new (token: string, options: object): Device;
    runPreflight(token: string, options: object): EventEmitter;
  };
}

/** Measures the received sound of a call. */
export interface AudioProbe {
  /**
   * Returns the amplitude 0..1 over the last half second, in a page over the last third of a
   * second.
   */
  amplitude(frequencyHz: number): number;
  /** Returns the longest gap since the last request; the first request starts the measurement. */
  longestGapMs(): number;
}

/** The host that runs the SDK: Node with another WebRTC library, or a page of a browser. */
export interface SdkEnvironment {
  sdk: VoiceSdk;
  /** Returns the options that a device needs at this host, in addition to the test's. */
  deviceOptions(options: Pick<StartOptions, "signalUrl" | "microphone">): object;
  /** Sets the microphone's tone; `null` is silence. */
  say(frequencyHz: number | null): void;
  /** Returns `null` while the call has no sound yet. */
  listenTo(call: Call): AudioProbe | null;
  dropSocket(awayMs: number): void;
  report(message: Report): void;
}

/** The SDK's private members that a test has to use. */
export interface CallInternals {
  iceRestart(): void;
  /** The connection; `null` until the microphone is open. */
  version: { pc: RTCPeerConnection } | null;
}

export function internalsOf(call: Call): CallInternals {
  return (call as unknown as { _mediaHandler: CallInternals })._mediaHandler;
}

/** Returns the exchange's address in the form that the SDK expects. */
export function chunderOf(signalUrl: string): string {
  return signalUrl.replace(/^wss?:\/\//, "");
}
