import type { Call, Device } from "@twilio/voice-sdk";

import type { CallDescription, CommandName, Commands, Request } from "./control.ts";
import { chunderOf, type AudioProbe, internalsOf, type SdkEnvironment } from "./sdk-environment.ts";
import { countStreams } from "./stream-counts.ts";

type Handlers = { [Name in CommandName]: (options: Commands[Name]) => unknown };

const DEVICE_EVENTS = ["registering", "registered", "unregistered", "tokenWillExpire", "error"];
const CALL_EVENTS = [
  "accept",
  "cancel",
  "disconnect",
  "error",
  "messageReceived",
  "messageSent",
  "mute",
  "reconnected",
  "reconnecting",
  "reject",
  "ringing",
];

/** Runs one unmodified Voice SDK device by remote commands, and reports its events. */
export class SdkDriver {
  readonly #environment: SdkEnvironment;
  readonly #calls = new Map<string, Call>();
  readonly #probes = new Map<string, AudioProbe>();
  #device: Device | null = null;

  constructor(environment: SdkEnvironment) {
    this.#environment = environment;
  }

  emit(name: string, call: string | null, value: unknown): void {
    const at = performance.timeOrigin + performance.now();
    this.#environment.report({ type: "event", name, call, value: plain(value), at });
  }

  async answer({ id, command, options }: Request): Promise<void> {
    try {
      const handle = this.#handlers[command] as (options: unknown) => unknown;
      this.#environment.report({ type: "reply", id, value: plain(await handle(options)) });
    } catch (error) {
      const code = error instanceof Error && "code" in error ? Number(error.code) : null;
      this.#environment.report({ type: "failure", id, message: String(error), code });
    }
  }

  readonly #handlers: Handlers = {
    start: (options) => this.#start(options),
    register: () => this.#deviceOf().register(),
    unregister: () => this.#deviceOf().unregister(),
    where: () => ({ edge: this.#deviceOf().edge, home: this.#deviceOf().home }),
    connect: async (options) => this.#adopt(await this.#deviceOf().connect(options)),
    updateToken: ({ token }) => this.#deviceOf().updateToken(token),
    dropSocket: ({ awayMs }) => this.#environment.dropSocket(awayMs),
    accept: ({ call }) => this.#callOf(call).accept(),
    reject: ({ call }) => this.#callOf(call).reject(),
    ignore: ({ call }) => this.#callOf(call).ignore(),
    disconnect: ({ call }) => this.#callOf(call).disconnect(),
    mute: ({ call, muted }) => this.#callOf(call).mute(muted),
    sendDigits: ({ call, digits }) => this.#callOf(call).sendDigits(digits),
    sendMessage: ({ call, ...message }) => this.#callOf(call).sendMessage(message),
    restartIce: ({ call }) => internalsOf(this.#callOf(call)).iceRestart(),
    streams: ({ call }) => countStreams(internalsOf(this.#callOf(call)).version?.pc),
    describe: ({ call }) => describe(this.#callOf(call)),
    play: ({ frequencyHz }) => this.#environment.say(frequencyHz),
    measureTone: ({ call, frequencyHz }) => this.#probeOf(call)?.amplitude(frequencyHz) ?? 0,
    longestGap: ({ call }) => this.#probeOf(call)?.longestGapMs() ?? 0,
    preflight: (options) => this.#preflight(options),
  };

  #start({ token, maxCallSignalingTimeoutMs, allowIncomingWhileBusy, ...more }: Commands["start"]) {
    const { signalUrl: _, microphone: __, ...options } = more;
    this.#device?.destroy();
    const device = new this.#environment.sdk.Device(token, {
      chunderw: chunderOf(more.signalUrl),
      ...this.#environment.deviceOptions(more),
      maxCallSignalingTimeoutMs: maxCallSignalingTimeoutMs ?? 0,
      allowIncomingWhileBusy: allowIncomingWhileBusy ?? false,
      enableImprovedSignalingErrorPrecision: true,
      ...options,
    });
    this.#device = device;
    for (const name of DEVICE_EVENTS) {
      device.on(name, (value: unknown) => this.emit(name, null, value));
    }
    device.on("incoming", (call: Call) => this.emit("incoming", this.#adopt(call), describe(call)));
  }

  #adopt(call: Call): string {
    const id = `call-${this.#calls.size + 1}`;
    this.#calls.set(id, call);
    for (const name of CALL_EVENTS) {
      call.on(name, (value: unknown) => this.emit(name, id, isCall(value) ? null : value));
    }
    return id;
  }

  #preflight({ signalUrl, token }: Commands["preflight"]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const options = { chunderw: chunderOf(signalUrl), logLevel: "silent" };
      const test = this.#environment.sdk.Device.runPreflight(token, options);
      test.on("completed", resolve);
      test.on("failed", reject);
    });
  }

  #callOf(id: string): Call {
    const call = this.#calls.get(id);
    if (call === undefined) {
      throw new Error(`there is no call ${id}`);
    }
    return call;
  }

  #deviceOf(): Device {
    if (this.#device === null) {
      throw new Error("the device was not started");
    }
    return this.#device;
  }

  #probeOf(id: string): AudioProbe | null {
    const probe = this.#probes.get(id) ?? this.#environment.listenTo(this.#callOf(id));
    if (probe !== null) {
      this.#probes.set(id, probe);
    }
    return probe;
  }
}

/** Reduces the SDK objects in events to plain data for the test. */
function plain(value: unknown): unknown {
  if (value instanceof Error) {
    const code = "code" in value ? value.code : null;
    return { name: value.name, message: value.message, code };
  }
  try {
    return JSON.parse(JSON.stringify(value ?? null)) as unknown;
  } catch {
    // A call or a device refers to itself and cannot be sent. The event's name is enough.
    return null;
  }
}

function isCall(value: unknown): boolean {
  return typeof value === "object" && value !== null && "parameters" in value;
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
