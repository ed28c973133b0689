import { nextLeg, type LegEvent, type OngoingCall } from "./line-leg.ts";
import type { MicrophoneState } from "./microphone.ts";
import type {
  DeviceStatus,
  OpenVoiceDevice,
  VoiceCall,
  VoiceCallEvent,
  VoiceDevice,
  VoiceDeviceEvent,
  VoiceFailure,
  VoicePass,
} from "./voice-port.ts";

export interface SoftphoneOptions {
  open: OpenVoiceDevice;
  fetchPass: () => Promise<VoicePass>;
  now: () => string;
  schedule: (run: () => void, ms: number) => () => void;
  onDevice: (status: DeviceStatus) => void;
  onLeg: (leg: OngoingCall | null) => void;
  onFailure: (failure: VoiceFailure) => void;
  onMicrophone: (state: MicrophoneState) => void;
}

export class InvalidStateError extends Error {
  override name = "InvalidStateError";
  readonly code = "invalid_state";
}

const retryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000];
/** A lost network the SDK mends by itself, and in less than this; registering into it would only hang. */
const sdkRecoveryMs = 40_000;

/** One device line's browser softphone: a device, and at most one leg. */
export class Softphone {
  readonly #options: SoftphoneOptions;
  #device: VoiceDevice | null = null;
  #status: DeviceStatus = "unregistered";
  #leg: OngoingCall | null = null;
  #call: VoiceCall | null = null;
  #devices = { input: "default", output: "default" };
  #tries = 0;
  #cancelRetry: (() => void) | null = null;

  constructor(options: SoftphoneOptions) {
    this.#options = options;
  }

  get leg(): OngoingCall | null {
    return this.#leg;
  }

  /** It could connect without a further step. */
  get isReady(): boolean {
    return this.#status === "registered" && this.#device !== null;
  }

  /** Loads the SDK, takes a token and registers; tries again by itself when it fails. */
  async register(): Promise<void> {
    if (this.#status === "destroyed") throw new InvalidStateError("The softphone is closed");
    if (this.#status === "registering" || this.#status === "registered") return;
    this.#cancelRetry?.();
    this.#setStatus("registering");
    try {
      await (await this.#openDevice()).register();
    } catch (error) {
      this.#setStatus("unregistered");
      this.#options.onFailure(failureFrom(error));
      this.#retryLater();
    }
  }

  /** Joins a call's room with its claim. The leg before must have ended. */
  async connect(target: { callId: string; claim: string; muted: boolean }): Promise<void> {
    if (this.#leg !== null) throw new InvalidStateError("A Call is already active");
    const { callId, muted } = target;
    this.#dispatch({ type: "connect.asked", callId, at: this.#options.now(), muted });
    try {
      const device = await this.#openDevice();
      const call = await device.connect({ claim: target.claim }, (event) => this.#onCall(event));
      this.#call = call;
      if (muted) call.mute(true);
      this.#options.onMicrophone("granted");
    } catch (error) {
      this.#dispatch({ type: "ended" });
      throw error;
    }
  }

  /** Opens the microphone while a call is still being claimed; answers how to let go of it. */
  openMicrophone(): () => void {
    return this.#device?.openMicrophone() ?? (() => undefined);
  }

  /** Ends the leg and waits until the SDK has let go of it. */
  async disconnect(): Promise<void> {
    if (this.#call === null) return;
    const ended = new Promise<void>((resolve) => {
      const cancel = this.#options.schedule(resolve, 2_000);
      this.#onEnded = () => {
        cancel();
        resolve();
      };
    });
    this.#call.disconnect();
    await ended;
  }
  #onEnded: (() => void) | null = null;

  mute(muted: boolean): void {
    this.#call?.mute(muted);
    this.#dispatch({ type: "muted", muted });
  }

  sendDigit(digit: string): void {
    this.#call?.sendDigit(digit);
  }

  readLevels(): { input: number; output: number } {
    return this.#call?.readLevels() ?? { input: 0, output: 0 };
  }

  async useDevices(input: string, output: string): Promise<void> {
    this.#devices = { input, output };
    await this.#device?.useDevices(input, output);
  }

  close(): void {
    this.#cancelRetry?.();
    this.#call?.disconnect();
    this.#device?.close();
    this.#device = null;
    this.#setStatus("destroyed");
  }

  #opening: Promise<VoiceDevice> | null = null;

  #openDevice(): Promise<VoiceDevice> {
    if (this.#device !== null) return Promise.resolve(this.#device);
    this.#opening ??= this.#makeDevice().finally(() => (this.#opening = null));
    return this.#opening;
  }

  async #makeDevice(): Promise<VoiceDevice> {
    const pass = await this.#options.fetchPass();
    const device = await this.#options.open({ pass, onEvent: (event) => this.#onDevice(event) });
    this.#device = device;
    if (this.#devices.input !== "default" || this.#devices.output !== "default")
      await device.useDevices(this.#devices.input, this.#devices.output);
    return device;
  }

  #onDevice(event: VoiceDeviceEvent): void {
    switch (event.type) {
      case "registering":
        this.#setStatus("registering");
        return;
      case "registered":
        this.#cancelRetry?.();
        this.#tries = 0;
        this.#setStatus("registered");
        return;
      case "unregistered":
        this.#setStatus("unregistered");
        this.#retryIn(sdkRecoveryMs);
        return;
      case "destroyed":
        this.#setStatus("destroyed");
        return;
      case "tokenWillExpire":
        void this.#renewToken();
        return;
      case "failed":
        // 20104: the token ran out while the machine slept; a new one revives the device.
        if (event.failure.code === 20104) void this.#renewToken();
        this.#options.onFailure(event.failure);
    }
  }

  async #renewToken(): Promise<void> {
    try {
      this.#device?.updatePass(await this.#options.fetchPass());
      if (this.#status === "unregistered") await this.register();
    } catch (error) {
      this.#options.onFailure(failureFrom(error));
      this.#cancelRetry?.();
      this.#cancelRetry = this.#options.schedule(() => void this.#renewToken(), 5_000);
    }
  }

  #retryLater(): void {
    if (this.#status === "destroyed") return;
    const delay = retryDelaysMs[Math.min(this.#tries, retryDelaysMs.length - 1)] ?? 30_000;
    this.#tries += 1;
    this.#retryIn(delay);
  }

  #retryIn(delayMs: number): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.#options.schedule(() => void this.register(), delayMs);
  }

  #onCall(event: VoiceCallEvent): void {
    const at = this.#options.now();
    switch (event.type) {
      case "ringing":
        return;
      case "accepted":
        return this.#dispatch({ type: "connected", at });
      case "reconnecting":
        return this.#dispatch({ type: "interrupted", at });
      case "reconnected":
        return this.#dispatch({ type: "restored", at });
      case "sampled":
        return this.#dispatch({ type: "sampled", quality: event.quality });
      case "failed":
        return this.#options.onFailure(event.failure);
      case "ended":
        this.#call = null;
        this.#dispatch({ type: "ended" });
        this.#onEnded?.();
        this.#onEnded = null;
    }
  }

  #dispatch(event: LegEvent): void {
    const next = nextLeg(this.#leg, event);
    if (next === this.#leg) return;
    this.#leg = next;
    this.#options.onLeg(next);
  }

  #setStatus(status: DeviceStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#options.onDevice(status);
  }
}

export const failureFrom = (error: unknown): VoiceFailure => {
  const code: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
  return {
    code: typeof code === "number" ? code : null,
    message: error instanceof Error ? error.message : "failed",
  };
};
