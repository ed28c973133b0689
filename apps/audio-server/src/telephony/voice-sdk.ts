import { createRequire } from "node:module";

import type { Device } from "@twilio/voice-sdk";

import type { Clock } from "@linedesk/base";
import type { OpusLibrary } from "@linedesk/media";
import { installBrowserGlobals } from "./browser-globals.ts";

export interface VoiceSdk {
  Device: new (token: string, options: object) => Device;
  /** The Opus codec, or `null` if this machine cannot run it; calls then use PCMU. */
  opus: OpusLibrary | null;
}

/**
 * The SDK needs an address for each sound when it creates a device. The sounds are never played.
 */
const SOUNDS = Object.fromEntries(
  ["incoming", "outgoing", "disconnect"].map((name) => [name, `http://127.0.0.1/${name}.wav`]),
);

export function loadVoiceSdk(clock: Clock, opus: OpusLibrary | null): VoiceSdk {
  installBrowserGlobals(clock, opus);
  // The package's ES build does not load in Node, so this loads the CommonJS build.
  const sdk = createRequire(import.meta.url)("@twilio/voice-sdk") as Pick<VoiceSdk, "Device">;
  return { Device: sdk.Device, opus };
}

export interface Signalling {
  signallingHost: string | null;
  tls: boolean;
  edge: string;
}

const MAX_SIGNALLING_TIMEOUT_MS = 15_000;

/** Returns each device's options. Opus comes first, so that a wideband caller stays wideband. */
export function buildDeviceOptions(signalling: Signalling, stream: unknown): object {
  const { signallingHost, tls, edge } = signalling;
  const host = signallingHost === null || tls ? signallingHost : `plain.${signallingHost}`;
  return {
    ...(host === null ? { edge } : { chunderw: host }),
    dscp: false,
    publishEvents: false,
    fileInputStream: stream,
    codecPreferences: ["opus", "pcmu"],
    maxCallSignalingTimeoutMs: MAX_SIGNALLING_TIMEOUT_MS,
    enableImprovedSignalingErrorPrecision: true,
    sounds: SOUNDS,
    logLevel: "silent",
  };
}
