import { InsightsPublisher } from "./insights-publisher.ts";
import type { VoiceSdkModule } from "./load-voice-sdk.ts";
import { voiceSounds } from "./voice-sounds.ts";

export interface VoiceSdkOptions {
  /** Host and port of `/signal`; `null` for the provider's own edges. */
  signallingHost: string | null;
  edge: string;
  soundsUrl: string;
  getUserMedia: (constraints: MediaStreamConstraints) => Promise<MediaStream>;
}

export type DeviceOptions = NonNullable<ConstructorParameters<VoiceSdkModule["Device"]>[1]>;

/** A further exchange has a path below the host, under which it gets its insights too. */
function publisherOf(signallingHost: string): typeof InsightsPublisher {
  const root = signallingHost.replace(/^[^/]*/, "");
  if (root === "") {
    return InsightsPublisher;
  }
  return class extends InsightsPublisher {
    protected override readonly root = root;
  };
}

/**
 * `chunderw`, `Publisher` and `ignoreBrowserSupport` are internal, so the SDK's version is pinned.
 */
export function voiceSdkOptions(sdk: VoiceSdkModule, options: VoiceSdkOptions): DeviceOptions {
  const { signallingHost, edge, soundsUrl, getUserMedia } = options;
  const all = {
    edge,
    logLevel: "error",
    codecPreferences: [sdk.Call.Codec.PCMU, sdk.Call.Codec.Opus],
    allowIncomingWhileBusy: false,
    maxCallSignalingTimeoutMs: 15_000,
    tokenRefreshMs: 10_000,
    // The page itself asks before it closes, but not after the person has signed out.
    closeProtection: false,
    // Despite its name, this option is required: without it the SDK creates a device that cannot
    // call.
    ignoreBrowserSupport: true,
    // Without this option the SDK reports many errors of the catalogue as general errors.
    enableImprovedSignalingErrorPrecision: true,
    sounds: voiceSounds(soundsUrl),
    getUserMedia,
    // With the provider's own edges the SDK reports to the provider by default.
    ...(signallingHost === null
      ? {}
      : { chunderw: signallingHost, Publisher: publisherOf(signallingHost) }),
  };
  return all as DeviceOptions;
}
