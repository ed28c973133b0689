import type { DirectCall } from "../client/softphone/direct-calls.ts";
import type { LineLeg } from "../client/softphone/line-leg.ts";
import { type RemoteCarrier, Softphone } from "../client/softphone/softphone.ts";
import type {
  LineDeviceStatus,
  VoiceCall,
  VoiceCallEvent,
  VoiceDevice,
  VoiceDeviceEvent,
} from "../client/softphone/voice-device.ts";

const RENEWAL_MS = 13 * 60_000;

export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

interface Refusals {
  /** With `hangs` the registration never settles. */
  register?: Error | "hangs";
  connect?: Error;
  pass?: Error;
}

interface Emitters {
  device: (event: VoiceDeviceEvent) => void;
  call: (event: VoiceCallEvent) => void;
}

function nothingSeen() {
  return {
    devices: [] as LineDeviceStatus[],
    legs: [] as (LineLeg | null)[],
    failures: [] as (number | null)[],
    tokens: [] as string[],
    given: [] as string[],
    connects: [] as Record<string, string>[],
    muted: [] as boolean[],
    /** The requests to mute or unmute that could not be sent. */
    notMuted: [] as boolean[],
    opened: 0,
    closed: 0,
    direct: [] as (DirectCall | null)[],
    timers: [] as { run: () => void; ms: number }[],
    /** The timers of token renewal, which are separate because each device has one. */
    renewals: [] as { run: () => void; ms: number }[],
  };
}

function aDevice(
  seen: ReturnType<typeof nothingSeen>,
  refuse: Refusals,
  emit: Emitters,
): VoiceDevice {
  const call: VoiceCall = {
    mute: (muted) => {
      seen.muted.push(muted);
      return true;
    },
    sendDigit: () => undefined,
    disconnect: () => emit.call({ type: "ended" }),
    readLevels: () => ({ input: 0.2, output: 0.4 }),
  };
  return {
    register: () => {
      if (refuse.register === "hangs") {
        return new Promise(() => undefined);
      }
      if (refuse.register !== undefined) {
        return Promise.reject(refuse.register);
      }
      emit.device({ type: "registered" });
      return Promise.resolve();
    },
    updateToken: ({ token }) => void seen.given.push(token),
    unregister: () => Promise.resolve(),
    openMicrophone: () => () => undefined,
    connect: (parameters, onEvent) => {
      if (refuse.connect !== undefined) {
        return Promise.reject(refuse.connect);
      }
      seen.connects.push(parameters);
      emit.call = onEvent;
      return Promise.resolve(call);
    },
    useDevices: () => Promise.resolve(),
    useProcessing: () => Promise.resolve(),
    close: () => {
      seen.closed += 1;
      emit.device({ type: "destroyed" });
    },
  };
}

/** Creates a softphone on a device that answers at once, with a record of its states. */
export function aSoftphone(
  refuse: Refusals = {},
  over: { remote?: RemoteCarrier; isServerThere?: () => boolean } = {},
) {
  const emit: Emitters = { device: () => undefined, call: () => undefined };
  const seen = nothingSeen();
  const device = aDevice(seen, refuse, emit);
  const softphone = new Softphone({
    ...over,
    open: ({ voiceToken: { token }, onEvent }) => {
      seen.opened += 1;
      seen.given.push(token);
      emit.device = onEvent;
      return Promise.resolve(device);
    },
    fetchToken: () =>
      refuse.pass === undefined
        ? Promise.resolve({ token: `token${seen.tokens.push("t")}`, iceServers: [] })
        : Promise.reject(refuse.pass),
    now: () => "2026-11-21T10:00:00.000Z",
    schedule: (run, ms) => {
      const timer = { run, ms };
      const timers = ms === RENEWAL_MS ? seen.renewals : seen.timers;
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    listener: {
      onDevice: (status) => void seen.devices.push(status),
      onLeg: (leg) => void seen.legs.push(leg),
      onFailure: (failure) => void seen.failures.push(failure.code),
      onMicrophone: () => undefined,
      onMicrophoneEnded: () => undefined,
      onEvent: (event) => {
        if (event.type === "directCall") {
          seen.direct.push(event.call);
        } else if (event.type === "muteNotSent") {
          seen.notMuted.push(event.muted);
        }
      },
    },
  });
  return {
    softphone,
    seen,
    emitDevice: (event: VoiceDeviceEvent) => emit.device(event),
    emitCall: (event: VoiceCallEvent) => emit.call(event),
  };
}
