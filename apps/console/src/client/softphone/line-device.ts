import type {
  DeviceStatus,
  OpenVoiceDevice,
  VoiceDevice,
  VoiceDeviceEvent,
  VoiceToken,
} from "./voice-device.ts";
import { voiceErrors } from "./voice-errors.ts";
import { parseVoiceFailure, InvalidStateError, type VoiceFailure } from "./voice-failure.ts";

export interface LineDeviceOptions {
  open: OpenVoiceDevice;
  fetchToken: () => Promise<VoiceToken>;
  schedule: (run: () => void, ms: number) => () => void;
  onDevice: (status: DeviceStatus) => void;
  onFailure: (failure: VoiceFailure) => void;
  onMicrophoneEnded: () => void;
}

const retryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000];
/** The SDK recovers from a lost network in less than this; to register meanwhile would hang. */
const SDK_RECOVERY_MS = 40_000;

/** The voice device of one line: made when it is first needed, and kept registered from then on. */
export class LineDevice {
  readonly #options: LineDeviceOptions;
  #device: VoiceDevice | null = null;
  #opening: Promise<VoiceDevice> | null = null;
  #status: DeviceStatus = "unregistered";
  #chosen = { input: "default", output: "default" };
  #tries = 0;
  /** Counts the devices that were let go of: of those nothing is heard any more. */
  #released = 0;
  #cancelRetry: (() => void) | null = null;

  constructor(options: LineDeviceOptions) {
    this.#options = options;
  }

  /** A call could go over it without a further step. */
  get isReady(): boolean {
    return this.#status === "registered" && this.#device !== null;
  }

  /** Loads the SDK, takes a token and registers; tries again by itself when it fails. */
  async register(): Promise<void> {
    if (this.#isClosed) {
      throw new InvalidStateError("The softphone is closed");
    }
    if (this.#status === "registering" || this.#status === "registered") {
      return;
    }
    const released = this.#released;
    this.#cancelRetry?.();
    this.#setStatus("registering");
    try {
      await (await this.open()).register();
    } catch (error) {
      if (this.#isClosed || released !== this.#released) {
        return;
      }
      this.#setStatus("unregistered");
      this.#options.onFailure(parseVoiceFailure(error));
      this.#retryLater();
    }
  }

  /** The device itself, registered or not: a call needs no more. */
  open(): Promise<VoiceDevice> {
    if (this.#device !== null) {
      return Promise.resolve(this.#device);
    }
    if (this.#opening === null) {
      const opening = this.#make().finally(() => {
        this.#opening = this.#opening === opening ? null : this.#opening;
      });
      this.#opening = opening;
    }
    return this.#opening;
  }

  /** Opens the microphone while a call is still being claimed; answers how to let go of it. */
  openMicrophone(): () => void {
    return this.#device?.openMicrophone() ?? (() => undefined);
  }

  async useDevices(input: string, output: string): Promise<void> {
    this.#chosen = { input, output };
    await this.#device?.useDevices(input, output);
  }

  /** Lets go of the device, so that nothing reaches this line; `register` makes another. */
  release(): void {
    if (this.#isClosed) {
      return;
    }
    this.#released += 1;
    this.#opening = null;
    this.#cancelRetry?.();
    const device = this.#device;
    this.#device = null;
    device?.close();
    this.#setStatus("unregistered");
  }

  close(): void {
    this.#cancelRetry?.();
    this.#device?.close();
    this.#device = null;
    this.#setStatus("destroyed");
  }

  async #make(): Promise<VoiceDevice> {
    const released = this.#released;
    const pass = await this.#options.fetchToken();
    const device = await this.#options.open({
      voiceToken: pass,
      onEvent: (event) => {
        if (released === this.#released) {
          this.#onEvent(event);
        }
      },
    });
    if (this.#isClosed || released !== this.#released) {
      device.close();
      throw new InvalidStateError("The softphone is closed");
    }
    this.#device = device;
    const { input, output } = this.#chosen;
    if (input !== "default" || output !== "default") {
      await device.useDevices(input, output);
    }
    return device;
  }

  #onEvent(event: VoiceDeviceEvent): void {
    if (this.#isClosed) {
      return;
    }
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
        this.#retryIn(SDK_RECOVERY_MS);
        return;
      case "destroyed":
        this.#setStatus("destroyed");
        return;
      case "microphoneEnded":
        return this.#options.onMicrophoneEnded();
      case "tokenWillExpire":
        void this.#renewToken();
        return;
      case "failed":
        // The token expired while the machine slept; a new one revives the device.
        if (event.failure.code === voiceErrors.accessTokenExpired) {
          void this.#renewToken();
        }
        this.#options.onFailure(event.failure);
    }
  }

  async #renewToken(): Promise<void> {
    try {
      this.#device?.updateToken(await this.#options.fetchToken());
      if (this.#status === "unregistered") {
        await this.register();
      }
    } catch (error) {
      if (this.#isClosed) {
        return;
      }
      this.#options.onFailure(parseVoiceFailure(error));
      this.#cancelRetry?.();
      this.#cancelRetry = this.#options.schedule(() => void this.#renewToken(), 5_000);
    }
  }

  get #isClosed(): boolean {
    return this.#status === "destroyed";
  }

  #retryLater(): void {
    if (this.#isClosed) {
      return;
    }
    const delay = retryDelaysMs[Math.min(this.#tries, retryDelaysMs.length - 1)] ?? 30_000;
    this.#tries += 1;
    this.#retryIn(delay);
  }

  #retryIn(delayMs: number): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.#options.schedule(() => void this.register(), delayMs);
  }

  #setStatus(status: DeviceStatus): void {
    if (status === this.#status) {
      return;
    }
    this.#status = status;
    this.#options.onDevice(status);
  }
}
