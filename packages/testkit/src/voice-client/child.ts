import { createRequire } from "node:module";
import type { EventEmitter } from "node:events";
import type { Call, Device } from "@twilio/voice-sdk";
import { installBrowser } from "./browser-shims.ts";
import { countStreams, type CountedPeer } from "./stream-counts.ts";
import type { CallDescription, CommandName, Commands, Report, Request } from "./control.ts";
import { Earphone } from "./earphone.ts";
import { Microphone } from "./microphone.ts";

/** The process in which one unmodified Voice SDK device runs; driven over the parent's channel. */
const sockets = installBrowser();
// The CommonJS build: the package's ES build does not load in Node.
const sdk = createRequire(import.meta.url)("@twilio/voice-sdk") as {
  Device: {
    new (token: string, options: object): Device;
    runPreflight(token: string, options: object): EventEmitter;
  };
};
const microphone = new Microphone();
const calls = new Map<string, Call>();
const earphones = new Map<string, Earphone>();
let device: Device | null = null;

const DEVICE_EVENTS = ["registering", "registered", "unregistered", "tokenWillExpire", "error"];
const CALL_EVENTS = [
  "accept",
  "cancel",
  "disconnect",
  "error",
  "messageReceived",
  "messageSent",
  "reconnected",
  "reconnecting",
  "reject",
  "ringing",
];

function report(message: Report): void {
  process.send?.(message);
}

function emit(name: string, call: string | null, value: unknown): void {
  const at = performance.timeOrigin + performance.now();
  report({ type: "event", name, call, value: plain(value), at });
}

/** Events carry SDK objects; what a test wants of them is plain. */
function plain(value: unknown): unknown {
  if (value instanceof Error) {
    const code = "code" in value ? value.code : null;
    return { name: value.name, message: value.message, code };
  }
  try {
    return JSON.parse(JSON.stringify(value ?? null)) as unknown;
  } catch {
    // A call or device object with cycles; the event's name says enough.
    return null;
  }
}

function adopt(call: Call): string {
  const id = `call-${calls.size + 1}`;
  calls.set(id, call);
  for (const name of CALL_EVENTS) {
    call.on(name, (value: unknown) => emit(name, id, isCall(value) ? null : value));
  }
  return id;
}

function isCall(value: unknown): boolean {
  return typeof value === "object" && value !== null && "parameters" in value;
}

function callOf(id: string): Call {
  const call = calls.get(id);
  if (call === undefined) throw new Error(`there is no ${id}`);
  return call;
}

function deviceOf(): Device {
  if (device === null) throw new Error("the device was not started");
  return device;
}

/** Null while the call has no audio yet. */
function earphoneOf(id: string): Earphone | null {
  const track = callOf(id).getRemoteStream()?.getAudioTracks()[0];
  const earphone = earphones.get(id) ?? (track === undefined ? null : new Earphone(track));
  if (earphone !== null) earphones.set(id, earphone);
  return earphone;
}

function describe(call: Call): CallDescription {
  return {
    callSid: call.parameters["CallSid"] ?? null,
    status: call.status(),
    direction: call.direction,
    customParameters: Object.fromEntries(call.customParameters),
    parameters: call.parameters,
    connectToken: call.connectToken ?? null,
    isVerified: call.callerInfo?.isVerified ?? null,
  };
}

/** What the SDK keeps to itself, where a test has no other way. */
function internalsOf(id: string): { iceRestart(): void; version: { pc: CountedPeer } } {
  const call = callOf(id) as unknown as { _mediaHandler: ReturnType<typeof internalsOf> };
  return call._mediaHandler;
}

const sounds = Object.fromEntries(
  ["incoming", "outgoing", "disconnect"].map((name) => [name, `http://127.0.0.1/${name}.wav`]),
);

/** What every device needs here, where there is no browser. */
function shimOptions(signalUrl: string): object {
  return {
    chunderw: signalUrl.replace(/^wss?:\/\//, ""),
    dscp: false,
    publishEvents: false,
    fileInputStream: microphone.stream,
    codecPreferences: ["pcmu"],
    sounds,
  };
}

const handlers: { [Name in CommandName]: (options: Commands[Name]) => unknown } = {
  start(options) {
    device?.destroy();
    device = new sdk.Device(options.token, {
      ...shimOptions(options.signalUrl),
      maxCallSignalingTimeoutMs: options.maxCallSignalingTimeoutMs ?? 0,
      allowIncomingWhileBusy: options.allowIncomingWhileBusy ?? false,
      enableImprovedSignalingErrorPrecision: true,
      ...(options.codecPreferences === undefined
        ? {}
        : { codecPreferences: options.codecPreferences }),
      ...(options.maxAverageBitrate === undefined
        ? {}
        : { maxAverageBitrate: options.maxAverageBitrate }),
      logLevel: process.env["VOICE_CLIENT_LOG"] ?? "silent",
    });
    for (const name of DEVICE_EVENTS) device.on(name, (value: unknown) => emit(name, null, value));
    device.on("incoming", (call: Call) => emit("incoming", adopt(call), describe(call)));
  },
  register: () => deviceOf().register(),
  unregister: () => deviceOf().unregister(),
  where: () => ({ edge: deviceOf().edge, home: deviceOf().home }),
  async connect(options) {
    return adopt(await deviceOf().connect(options));
  },
  updateToken: ({ token }) => deviceOf().updateToken(token),
  dropSocket({ awayMs }) {
    sockets.awayUntilMs = performance.now() + awayMs;
    sockets.last?.terminate();
  },
  accept: ({ call }) => callOf(call).accept(),
  reject: ({ call }) => callOf(call).reject(),
  ignore: ({ call }) => callOf(call).ignore(),
  disconnect: ({ call }) => callOf(call).disconnect(),
  mute: ({ call, muted }) => callOf(call).mute(muted),
  sendDigits: ({ call, digits }) => callOf(call).sendDigits(digits),
  sendMessage: ({ call, ...message }) => callOf(call).sendMessage(message),
  restartIce({ call }) {
    internalsOf(call).iceRestart();
  },
  streams: ({ call }) => countStreams(internalsOf(call).version.pc),
  describe: ({ call }) => describe(callOf(call)),
  play: ({ frequencyHz }) => microphone.say(frequencyHz),
  hear: ({ call, frequencyHz }) => earphoneOf(call)?.amplitude(frequencyHz) ?? 0,
  longestGap: ({ call }) => earphoneOf(call)?.longestGapMs() ?? 0,
  preflight: ({ signalUrl, token }) =>
    new Promise((resolve, reject) => {
      class ShimmedDevice extends sdk.Device {
        constructor(own: string, options: object) {
          super(own, { ...options, ...shimOptions(signalUrl) });
        }
      }
      const test = sdk.Device.runPreflight(token, { deviceFactory: ShimmedDevice });
      test.on("completed", resolve);
      test.on("failed", reject);
    }),
};

async function answer({ id, command, options }: Request): Promise<void> {
  try {
    const handle = handlers[command] as (options: unknown) => unknown;
    report({ type: "reply", id, value: plain(await handle(options)) });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? Number(error.code) : null;
    report({ type: "failure", id, message: String(error), code });
  }
}

// The SDK leaves some promises to themselves when a call ends as it begins; a browser only logs it.
process.on("unhandledRejection", (error) => emit("unhandledRejection", null, error));
process.on("message", (request) => void answer(request as Request));
process.on("disconnect", () => process.exit(0));
emit("up", null, null);
