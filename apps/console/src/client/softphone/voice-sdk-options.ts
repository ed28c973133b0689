import { InsightsPublisher } from "./insights-publisher.ts";
import type { VoiceSdkModule } from "./load-voice-sdk.ts";
import { voiceSounds } from "./voice-sounds.ts";

export interface VoiceSdkOptions {
  /** The host and port that serve `/signal`; `null` when the SDK uses Twilio's own edges. */
  signallingHost: string | null;
  edge: string;
  soundsUrl: string;
  getUserMedia: (constraints: MediaStreamConstraints) => Promise<MediaStream>;
}

export type DeviceOptions = NonNullable<ConstructorParameters<VoiceSdkModule["Device"]>[1]>;

/**
 * Returns the publisher of insights. `signallingHost` of a further exchange contains a path, and the
 * insights go below the same path.
 */
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
    // With Twilio's own edges the SDK reports to Twilio by default.
    ...(signallingHost === null
      ? {}
      : { chunderw: signallingHost, Publisher: publisherOf(signallingHost) }),
  };
  return all as DeviceOptions;
}
