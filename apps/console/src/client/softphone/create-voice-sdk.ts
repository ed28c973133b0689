import type * as Sdk from "@twilio/voice-sdk";

import type { IceServer } from "@linedesk/contract";
import type { DeskMicrophone } from "../audio/desk-microphone.ts";
import { DeviceChoice } from "./device-choice.ts";
import { IncomingCalls } from "./incoming-calls.ts";
import { createLateSounds } from "./late-sounds.ts";
import { LineMicrophone } from "./line-microphone.ts";
import { loadVoiceSdk, type Signalling, type VoiceSdkModule } from "./load-voice-sdk.ts";
import { PeerWatch } from "./peer-watch.ts";
import { startPreflight } from "./start-preflight.ts";
import type {
  VoiceCall,
  VoiceCallEvent,
  VoiceDevice,
  VoiceDeviceEvent,
  VoiceDeviceOptions,
  VoiceSdk,
} from "./voice-device.ts";
import { type DeviceOptions, voiceSdkOptions } from "./voice-sdk-options.ts";
import { parseSdkFailure, wrapCall } from "./wrap-call.ts";

interface ServiceSignalling extends Signalling {
  edge: string;
}

/** The signalling of the first exchange, and of all exchanges by name. */
export interface VoiceSdkConfig extends ServiceSignalling {
  /** Is absent from a server of an earlier release, which has one exchange. */
  services?: readonly (ServiceSignalling & { service: string })[] | undefined;
  soundsUrl: string;
  microphone: DeskMicrophone;
}

const earlyPath = { EarlyPath: "true" };

/** The limit is above the number of our own listeners, so that only a leak causes a warning. */
const MAX_LISTENERS = 20;
/** The delay after the registration, in which the desk draws its first screen. */
const SETTLED_MS = 2_000;

export function createVoiceSdk(config: VoiceSdkConfig): VoiceSdk {
  const { services = [] } = config;
  function choose(service: string | undefined): VoiceSdkConfig {
    return { ...config, ...services.find((one) => one.service === service) };
  }
  let loading: Promise<VoiceSdkModule> | null = null;
  function load(): Promise<VoiceSdkModule> {
    loading ??= loadVoiceSdk([config, ...services]).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }
  return {
    open: async (options) => openDevice(await load(), choose(options.service), options),
    preflight: async (options) => {
      const sdk = await load();
      const { getUserMedia } = config.microphone;
      const deviceOptions = voiceSdkOptions(sdk, { ...config, getUserMedia });
      return startPreflight(sdk, { ...options, deviceOptions });
    },
  };
}

/** Runs the function later, when the browser is idle, so that no first load waits for it. */
function whenIdle(run: () => void): void {
  setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(run), SETTLED_MS);
}

async function openDevice(
  sdk: VoiceSdkModule,
  config: VoiceSdkConfig,
  { voiceToken: pass, onEvent, ringsItself = false }: VoiceDeviceOptions,
): Promise<VoiceDevice> {
  const { microphone } = config;
  const sounds = createLateSounds();
  const line = new LineMicrophone(microphone, () => onEvent({ type: "microphoneEnded" }));
  const { getUserMedia } = line;
  // `Sound` is an internal option of the SDK, like `chunderw`.
  const ownSounds = { Sound: sounds.Sound };
  const peers = new PeerWatch(globalThis.RTCPeerConnection);
  const options: DeviceOptions = {
    ...voiceSdkOptions(sdk, { ...config, getUserMedia }),
    ...(peers.Peer === undefined ? {} : { RTCPeerConnection: peers.Peer }),
    ...ownSounds,
  };
  const device = new sdk.Device(pass.token, options);
  device.setMaxListeners(MAX_LISTENERS);
  // The console's ringer replaces the SDK's ring, because the SDK ignores the chosen volume and the
  // call on the other line.
  device.audio?.incoming(ringsItself);
  device.on("registering", () => onEvent({ type: "registering" }));
  device.on("registered", () => {
    whenIdle(sounds.load);
    onEvent({ type: "registered" });
  });
  device.on("unregistered", () => onEvent({ type: "unregistered" }));
  device.on("destroyed", () => onEvent({ type: "destroyed" }));
  device.on("tokenWillExpire", () => onEvent({ type: "tokenWillExpire" }));
  device.on("error", (error: unknown) =>
    onEvent({ type: "failed", failure: parseSdkFailure(error) }),
  );
  const wakeAudio = (): void => {
    // If the browser refuses, the levels come from the tracks.
    sdk.Device.audioContext?.resume().catch(() => undefined);
  };
  const { iceServers } = pass;
  return wrapDevice(device, { microphone, line, iceServers, peers, wakeAudio, onEvent });
}

interface VoiceDeviceDeps {
  microphone: DeskMicrophone;
  line: LineMicrophone;
  iceServers: IceServer[];
  peers: PeerWatch;
  /** Resumes the audio context that measures the volume. It is suspended until a press. */
  wakeAudio: () => void;
  onEvent: (event: VoiceDeviceEvent) => void;
}

function wrapDevice(device: Sdk.Device, deps: VoiceDeviceDeps): VoiceDevice {
  const { microphone, line, peers, onEvent: onDevice } = deps;
  let { iceServers } = deps;
  const choice = new DeviceChoice(device);
  /** The SDK forgets its edge when it unregisters, although it stays connected there. */
  let edge: string | null = null;
  device.on("registered", () => {
    edge = device.edge ?? edge;
  });
  function wrap(call: Sdk.Call, onEvent: (event: VoiceCallEvent) => void): VoiceCall {
    const usesRelay = () => peers.usesRelay();
    const setSilent = (isSilent: boolean) => peers.setSilent(isSilent);
    const readLevels = () => peers.readLevels();
    deps.wakeAudio();
    line.setCall(() => call.isMuted());
    function handle(event: VoiceCallEvent): void {
      if (event.type === "ended") {
        line.setCall(null);
        choice.releaseDefault();
      }
      onEvent(event);
    }
    return wrapCall(call, { onEvent: handle, edge: () => edge, usesRelay, readLevels, setSilent });
  }
  function relays(): { rtcConfiguration?: { iceServers: IceServer[] } } {
    return iceServers.length === 0 ? {} : { rtcConfiguration: { iceServers } };
  }
  new IncomingCalls({ device, acceptOptions: relays, wrap, onEvent: onDevice });
  return {
    register: () => device.register(),
    unregister: () => device.unregister(),
    updateToken(pass) {
      iceServers = pass.iceServers;
      device.updateToken(pass.token);
    },
    async connect(params, onEvent) {
      const call = await device.connect({ params: { ...params, ...earlyPath }, ...relays() });
      return wrap(call, onEvent);
    },
    openMicrophone() {
      // A device that the person chose is held open by the SDK itself.
      return (device.audio?.inputDevice ?? null) === null ? microphone.open() : () => undefined;
    },
    useDevices: (input, output) => choice.use(input, output),
    useProcessing: (processing) => line.use(processing, device),
    close: () => device.destroy(),
  };
}
