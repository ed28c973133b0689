import type { DirectCall } from "../client/softphone/direct-calls.ts";
import type { LineLeg } from "../client/softphone/line-leg.ts";
import { Softphone } from "../client/softphone/softphone.ts";
import type {
  LineDeviceStatus,
  VoiceCall,
  VoiceCallEvent,
  VoiceDevice,
  VoiceDeviceEvent,
} from "../client/softphone/voice-device.ts";

const RENEWAL_MS = 13 * 60_000;

/** Whatever was resolved has been heard. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A softphone on a device that answers at once, and what it made of that. */
export function aSoftphone(refuse: { register?: Error; connect?: Error; pass?: Error } = {}) {
  let emitDevice: (event: VoiceDeviceEvent) => void = () => undefined;
  let emitCall: (event: VoiceCallEvent) => void = () => undefined;
  const seen = {
    devices: [] as LineDeviceStatus[],
    legs: [] as (LineLeg | null)[],
    failures: [] as (number | null)[],
    tokens: [] as string[],
    given: [] as string[],
    connects: [] as Record<string, string>[],
    muted: [] as boolean[],
    opened: 0,
    closed: 0,
    direct: [] as (DirectCall | null)[],
    timers: [] as { run: () => void; ms: number }[],
    /** Those that renew the token stand apart: each device has one. */
    renewals: [] as { run: () => void; ms: number }[],
  };
  const call: VoiceCall = {
    mute: (muted) => void seen.muted.push(muted),
    sendDigit: () => undefined,
    disconnect: () => emitCall({ type: "ended" }),
    readLevels: () => ({ input: 0.2, output: 0.4 }),
  };
  const device: VoiceDevice = {
    register: () => {
      if (refuse.register !== undefined) {
        return Promise.reject(refuse.register);
      }
      emitDevice({ type: "registered" });
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
      emitCall = onEvent;
      return Promise.resolve(call);
    },
    useDevices: () => Promise.resolve(),
    close: () => {
      seen.closed += 1;
      emitDevice({ type: "destroyed" });
    },
  };
  const softphone = new Softphone({
    open: ({ voiceToken: { token }, onEvent }) => {
      seen.opened += 1;
      seen.given.push(token);
      emitDevice = onEvent;
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
    onDevice: (status) => void seen.devices.push(status),
    onLeg: (leg) => void seen.legs.push(leg),
    onFailure: (failure) => void seen.failures.push(failure.code),
    onMicrophone: () => undefined,
    onMicrophoneEnded: () => undefined,
    onEvent: (event) => {
      if (event.type === "directCall") {
        seen.direct.push(event.call);
      }
    },
  });
  return {
    softphone,
    seen,
    emitDevice: (event: VoiceDeviceEvent) => emitDevice(event),
    emitCall: (event: VoiceCallEvent) => emitCall(event),
  };
}
