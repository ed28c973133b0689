import { DeskMicrophone } from "../../src/client/audio/desk-microphone.ts";
import { createVoiceSdk } from "../../src/client/softphone/create-voice-sdk.ts";
import { loadVoiceSdk } from "../../src/client/softphone/load-voice-sdk.ts";
import type { PreflightEvent, VoiceDeviceEvent } from "../../src/client/softphone/voice-device.ts";
import { voiceSdkOptions } from "../../src/client/softphone/voice-sdk-options.ts";
import { answerCalls, answerRestarts, FarEnd } from "./far-end.ts";
import { answers, ScriptedSocket, sockets } from "./scripted-socket.ts";

declare global {
  /** Waits on the real clock, because a test may stop the page's clock. */
  // oxlint-disable-next-line no-var
  var pauseForReal: (ms: number) => Promise<void>;
  // oxlint-disable-next-line no-var
  var lab: Lab;
}

const config = { signallingHost: "desk.test", tls: true, edge: "roaming", soundsUrl: "/sounds" };

const microphone = new DeskMicrophone((constraints) =>
  navigator.mediaDevices.getUserMedia(constraints),
);

globalThis.WebSocket = ScriptedSocket as unknown as typeof WebSocket;
const sdk = await loadVoiceSdk([config]);
type Device = InstanceType<typeof sdk.Device>;

const devices: Device[] = [];

/** Creates a device with the product's own options, which a test may override. */
function device(more: object): Device {
  const { getUserMedia } = microphone;
  const options = { ...voiceSdkOptions(sdk, { ...config, getUserMedia }), ...more };
  const made = new sdk.Device("a.b.c", options);
  devices.push(made);
  // An emitter throws when an error has no listener.
  made.on("error", () => undefined);
  return made;
}

async function registered(more: object = {}): Promise<Device> {
  const made = device(more);
  await made.register();
  return made;
}

/** Records the events of an emitter by name. The record of an error has its code. */
function listen(emitter: { on(name: string, listener: (value: unknown) => void): unknown }) {
  const events: { name: string; code?: number; message?: string; value?: unknown }[] = [];
  function to(...names: string[]): typeof events {
    for (const name of names) {
      emitter.on(name, (value) => events.push({ name, ...describe(value) }));
    }
    return events;
  }
  return { events, to };
}

/**
 * Returns the name, code and message of an error, or another value in a form that a test can
 * receive.
 */
function describe(value: unknown): { code?: number; message?: string; value?: unknown } {
  if (value instanceof Error) {
    const code = Number(Reflect.get(value, "code"));
    return { value: value.name, message: value.message, ...(code > 0 ? { code } : {}) };
  }
  return typeof value === "object" || value === undefined ? {} : { value };
}

/** Waits on the real clock, because the page's clock is stopped. */
async function until(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !isDone(); turn += 1) {
    await pauseForReal(20);
  }
}

function newest(): ScriptedSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) {
    throw new Error("The page has not opened a socket yet.");
  }
  return socket;
}

/** Ends the devices and calls of a test. */
function reset(): void {
  for (const made of devices.splice(0)) {
    made.destroy();
  }
  sockets.splice(0);
  answers.clear();
}

/** Creates a device through the console's own code, and records its events. */
async function productDevice() {
  const events: VoiceDeviceEvent[] = [];
  const voiceToken = { token: "a.b.c", iceServers: [] };
  const { open } = createVoiceSdk({ ...config, microphone });
  const made = await open({ voiceToken, onEvent: (event) => events.push(event) });
  await made.register();
  return { device: made, events };
}

async function productPreflight(stopping = new AbortController()) {
  const events: PreflightEvent[] = [];
  const voiceToken = { token: "a.b.c", iceServers: [] };
  const { preflight } = createVoiceSdk({ ...config, microphone });
  const { signal } = stopping;
  await preflight({ voiceToken, onEvent: (event) => events.push(event), signal });
  return { stop: () => stopping.abort(), events };
}

const made = {
  sockets,
  registered,
  listen,
  until,
  newest,
  reset,
  answerCalls,
  answerRestarts,
  farEnd: () => FarEnd.newest,
  productDevice,
  productPreflight,
};
export type Lab = typeof made;

globalThis.lab = made;
