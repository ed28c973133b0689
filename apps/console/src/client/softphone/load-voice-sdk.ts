import type * as Sdk from "@twilio/voice-sdk";

export type VoiceSdkModule = typeof Sdk;

export interface Signalling {
  /** The host and port that serve `/signal`; `null` when the SDK uses Twilio's own edges. */
  signallingHost: string | null;
  tls: boolean;
}

/**
 * Loads the voice SDK. The SDK always opens `wss:`, and keeps the WebSocket class that exists when
 * its module is evaluated. On an origin with plain HTTP, such as localhost, this function sets a
 * class that opens `ws:` to our own hosts.
 */
export async function loadVoiceSdk(services: readonly Signalling[]): Promise<VoiceSdkModule> {
  const plain = services.filter(({ signallingHost, tls }) => !tls && signallingHost !== null);
  if (plain.length === 0) {
    return import("@twilio/voice-sdk");
  }
  const ours = plain.map(({ signallingHost }) => `wss://${signallingHost}/`);
  const real = globalThis.WebSocket;
  globalThis.WebSocket = class extends real {
    constructor(url: string | URL, protocols?: string | string[]) {
      const address = String(url);
      const isOurs = ours.some((start) => address.startsWith(start));
      super(isOurs ? `ws:${address.slice("wss:".length)}` : address, protocols);
    }
  };
  try {
    return await import("@twilio/voice-sdk");
  } finally {
    globalThis.WebSocket = real;
  }
}
