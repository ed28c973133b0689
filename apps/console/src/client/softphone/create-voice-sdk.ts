import type * as Sdk from "@twilio/voice-sdk";

import type { IceServer } from "@linedesk/contract";
import type { DeskMicrophone } from "../audio/desk-microphone.ts";
import { InsightsPublisher } from "./insights-publisher.ts";
import type { OpenVoiceDevice, VoiceDevice, VoiceDeviceOptions } from "./voice-device.ts";
import { voiceSounds } from "./voice-sounds.ts";
import { parseSdkFailure, wrapCall } from "./wrap-call.ts";

export interface VoiceSdkConfig {
  /** Host and port of `/signal`; null for the provider's own edges. */
  signallingHost: string | null;
  tls: boolean;
  edge: string;
  soundsUrl: string;
  /** That of all lines. */
  microphone: DeskMicrophone;
}

/** The one file that loads the voice SDK, when a device is first needed [VD63]. */
export function createVoiceSdk(config: VoiceSdkConfig): OpenVoiceDevice {
  let loading: Promise<typeof Sdk> | null = null;
  function load(): Promise<typeof Sdk> {
    loading ??= loadSdk(config).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }
  return async (options) => openDevice(await load(), config, options);
}

/**
 * The SDK always says `wss:` and keeps the WebSocket that it finds when its module is evaluated. On
 * a plain-http origin (this machine) it is therefore given one that says `ws:` to our own host.
 */
async function loadSdk(config: VoiceSdkConfig): Promise<typeof Sdk> {
  if (config.tls || config.signallingHost === null) {
    return import("@twilio/voice-sdk");
  }
  const ours = `wss://${config.signallingHost}/`;
  const real = globalThis.WebSocket;
  globalThis.WebSocket = class extends real {
    constructor(url: string | URL, protocols?: string | string[]) {
      const address = String(url);
      super(address.startsWith(ours) ? `ws:${address.slice("wss:".length)}` : address, protocols);
    }
  };
  try {
    return await import("@twilio/voice-sdk");
  } finally {
    globalThis.WebSocket = real;
  }
}

async function openDevice(
  sdk: typeof Sdk,
  config: VoiceSdkConfig,
  { voiceToken: pass, onEvent }: VoiceDeviceOptions,
): Promise<VoiceDevice> {
  const { microphone } = config;
  async function getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream> {
    const stream = await microphone.getUserMedia(constraints);
    for (const track of stream.getAudioTracks()) {
      track.addEventListener("ended", () => onEvent({ type: "microphoneEnded" }));
    }
    return stream;
  }
  // `chunderw` and `Publisher` are the SDK's internal options: the version is pinned for them.
  const options = {
    edge: config.edge,
    logLevel: "error",
    codecPreferences: [sdk.Call.Codec.PCMU, sdk.Call.Codec.Opus],
    maxCallSignalingTimeoutMs: 30_000,
    tokenRefreshMs: 10_000,
    // The page itself asks, and not who has just said that they sign out [CN21].
    closeProtection: false,
    // Else the SDK tells many errors of the catalogue as general ones [VD70].
    enableImprovedSignalingErrorPrecision: true,
    sounds: voiceSounds(config.soundsUrl),
    getUserMedia,
    // With the provider's own edges the SDK tells the provider, as it does by itself [VD64].
    ...(config.signallingHost === null
      ? {}
      : { chunderw: config.signallingHost, Publisher: InsightsPublisher }),
  };
  const device = new sdk.Device(pass.token, options as ConstructorParameters<typeof Sdk.Device>[1]);
  device.on("registering", () => onEvent({ type: "registering" }));
  device.on("registered", () => onEvent({ type: "registered" }));
  device.on("unregistered", () => onEvent({ type: "unregistered" }));
  device.on("destroyed", () => onEvent({ type: "destroyed" }));
  device.on("tokenWillExpire", () => onEvent({ type: "tokenWillExpire" }));
  device.on("error", (error: unknown) =>
    onEvent({ type: "failed", failure: parseSdkFailure(error) }),
  );
  return wrapDevice(device, { microphone, iceServers: pass.iceServers });
}

interface VoiceDeviceDeps {
  microphone: DeskMicrophone;
  iceServers: IceServer[];
}

function wrapDevice(device: Sdk.Device, { microphone, iceServers }: VoiceDeviceDeps): VoiceDevice {
  return {
    register: () => device.register(),
    updateToken(pass) {
      iceServers = pass.iceServers;
      device.updateToken(pass.token);
    },
    async connect(params, onEvent) {
      const relays = iceServers.length === 0 ? {} : { rtcConfiguration: { iceServers } };
      const call = await device.connect({ params, ...relays });
      return wrapCall(call, onEvent);
    },
    openMicrophone() {
      // A chosen device is held open by the SDK itself.
      return (device.audio?.inputDevice ?? null) === null ? microphone.hold() : () => undefined;
    },
    async useDevices(input, output) {
      const audio = device.audio;
      if (audio === null) {
        return;
      }
      if (input === "default") {
        await audio.unsetInputDevice();
      } else {
        await audio.setInputDevice(input);
      }
      if (audio.isOutputSelectionSupported) {
        await audio.speakerDevices.set(output);
      }
    },
    close: () => device.destroy(),
  };
}
