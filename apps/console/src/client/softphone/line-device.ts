import type { Processing } from "../audio/processing.ts";
import type {
  IncomingVoiceCall,
  LineDeviceStatus,
  OpenVoiceDevice,
  VoiceDevice,
  VoiceDeviceEvent,
  VoiceToken,
} from "./voice-device.ts";
import {
  voiceCatalogue,
  parseVoiceFailure,
  InvalidStateError,
  type VoiceFailure,
} from "./voice-errors.ts";

export interface LineDeviceOptions {
  open: OpenVoiceDevice;
  fetchToken: (service?: string) => Promise<VoiceToken>;
  schedule: (run: () => void, ms: number) => () => void;
  /**
   * Returns false while the server or its exchange is unavailable. Then the line does not retry.
   */
  isServerThere?: () => boolean;
  listener: LineDeviceListener;
}

export interface LineDeviceListener {
  onDevice: (status: LineDeviceStatus) => void;
  onFailure: (failure: VoiceFailure) => void;
  onMicrophoneEnded: () => void;
}

export interface IncomingListener {
  /** Returns true while the line has a call, because closing the device would end it. */
  isBusy: () => boolean;
  onIncoming: (call: IncomingVoiceCall) => void;
  onIncomingEnded: (call: IncomingVoiceCall) => void;
  /** The device is closed, so that its calls no longer ring. */
  onClosed: () => void;
}

const retryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000];
/** A device that has not registered within this time is replaced by a new one. */
const REGISTER_MS = 10_000;
/**
 * A token is valid for 15 minutes. The renewal comes before the SDK's own timer, because that timer
 * is slow on a hidden page.
 */
const RENEWAL_MS = 13 * 60_000;
/** The delay before the replacement of a device that failed on standby and does not register. */
const STANDBY_CHECK_MS = 2_000;

/**
 * The voice device of one line, which is created on first use and then kept registered. A device
 * whose connection is lost is replaced by a new one, unless it has a call. The reason is that the
 * SDK's back-off is long, and that a registration without a connection never settles.
 */
export class LineDevice {
  readonly #options: LineDeviceOptions;
  #device: VoiceDevice | null = null;
  /** The device that the line used last at another exchange. */
  #further: VoiceDevice | null = null;
  #opening: Promise<VoiceDevice> | null = null;
  #status: LineDeviceStatus = "unregistered";
  #takesCalls = true;
  #chosen = { input: "default", output: "default" };
  #processing: Processing | null = null;
  #isStandingBy = false;
  #tries = 0;
  #released = 0;
  /** Is true from the first `register` until the line is released. */
  #isWanted = false;
  #cancelRegistering: (() => void) | null = null;
  readonly #waiting = new Set<() => void>();
  #cancelRetry: (() => void) | null = null;
  #cancelRenewal: (() => void) | null = null;

  readonly #calls: IncomingListener;

  constructor(options: LineDeviceOptions, calls: IncomingListener) {
    this.#options = options;
    this.#calls = calls;
  }

  get isReady(): boolean {
    return ["registered", "standby"].includes(this.#status) && this.#device !== null;
  }

  /** Sets whether the device rings; in both cases it stays connected for outgoing calls. */
  setTakesCalls(takesCalls: boolean): void {
    this.#takesCalls = takesCalls;
    if (takesCalls && this.#status === "standby") {
      void this.register();
    } else {
      this.#standBy();
    }
  }

  /** Loads the SDK, fetches a token and registers; retries by itself after a failure. */
  async register(): Promise<void> {
    if (this.#isClosed) {
      throw new InvalidStateError("The softphone is closed");
    }
    const isWanted = this.#status === "unregistered" || this.#status === "standby";
    if (!isWanted) {
      return;
    }
    this.#isWanted = true;
    if (this.#status === "unregistered" && this.#device !== null && !this.#calls.isBusy()) {
      this.#drop();
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
      if (!this.#calls.isBusy()) {
        this.#options.listener.onFailure(parseVoiceFailure(error));
        this.#retryLater();
      }
    }
  }

  /** Registers the line again if it has lost its registration, for example during a call. */
  recover(): void {
    if (this.#isWanted && this.#status === "unregistered") {
      void this.register();
    }
  }

  /**
   * Replaces a device that is not ready when the server answers again, because the SDK's back-off
   * may still last.
   */
  renew(): void {
    if (!this.#isWanted || this.isReady || this.#isClosed) {
      return;
    }
    if (!this.#calls.isBusy()) {
      this.#drop();
      this.#setStatus("unregistered");
    }
    this.recover();
  }

  /**
   * Resolves to true when the line is ready, or at once if nobody has registered it. Resolves to
   * false after the time limit.
   */
  untilReady(limitMs: number): Promise<boolean> {
    if (this.isReady || !this.#isWanted) {
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const done = (): void => {
        cancel();
        this.#waiting.delete(done);
        resolve(this.isReady);
      };
      const cancel = this.#options.schedule(done, limitMs);
      this.#waiting.add(done);
    });
  }

  /**
   * Returns the device, even if it is not registered, because an outgoing call needs no
   * registration.
   */
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

  /** Opens the microphone before a connect; returns a function that releases it. */
  openMicrophone(): () => void {
    return this.#device?.openMicrophone() ?? (() => undefined);
  }

  async useDevices(input: string, output: string): Promise<void> {
    this.#chosen = { input, output };
    await this.#device?.useDevices(input, output);
    await this.#further?.useDevices(input, output);
  }

  async useProcessing(processing: Processing): Promise<void> {
    this.#processing = processing;
    await this.#device?.useProcessing(processing);
    await this.#further?.useProcessing(processing);
  }

  /** Applies the line's microphone, speaker and processing to a device at another exchange too. */
  async share(device: VoiceDevice): Promise<void> {
    this.#further = device;
    await this.#applyChoice(device);
  }

  /** Closes the device, so that no call reaches this line; `register` makes another. */
  release(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isWanted = false;
    this.#drop();
    this.#setStatus("unregistered");
  }

  /** Closes the device; its later events are ignored. */
  #drop(): void {
    this.#released += 1;
    this.#opening = null;
    this.#isStandingBy = false;
    this.#cancelRetry?.();
    this.#cancelRenewal?.();
    const device = this.#device;
    this.#device = null;
    device?.close();
    this.#calls.onClosed();
  }

  close(): void {
    this.#cancelRetry?.();
    this.#cancelRenewal?.();
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
    this.#renewLater();
    await this.#applyChoice(device);
    return device;
  }

  async #applyChoice(device: VoiceDevice): Promise<void> {
    const { input, output } = this.#chosen;
    if (this.#processing !== null) {
      await device.useProcessing(this.#processing);
    }
    if (input !== "default" || output !== "default") {
      await device.useDevices(input, output);
    }
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
        this.#standBy();
        return;
      case "unregistered":
        if (this.#isStandingBy) {
          this.#isStandingBy = false;
          this.#setStatus("standby");
          // The line may have been selected meanwhile.
          return this.setTakesCalls(this.#takesCalls);
        }
        this.#setStatus("unregistered");
        this.#retryIn(REGISTER_MS);
        return;
      case "destroyed":
        this.#setStatus("destroyed");
        return;
      case "microphoneEnded":
        return this.#options.listener.onMicrophoneEnded();
      case "incoming":
        return this.#calls.onIncoming(event.call);
      case "incomingEnded":
        return this.#calls.onIncomingEnded(event.call);
      case "tokenWillExpire":
        void this.#renewToken();
        return;
      case "failed":
        if (event.failure.code === voiceCatalogue.accessTokenExpired.code) {
          this.#replaceToken();
        }
        this.#options.listener.onFailure(event.failure);
        if (this.#status === "standby") {
          this.#setStatus("unregistered");
          this.#retryIn(STANDBY_CHECK_MS);
        }
    }
  }

  #standBy(): void {
    if (this.#takesCalls || this.#status !== "registered" || this.#device === null) {
      return;
    }
    const device = this.#device;
    this.#isStandingBy = true;
    device.unregister().catch(() => {
      // The connection was lost meanwhile, so the device registers again before it returns to
      // standby.
      this.#isStandingBy &&= this.#device !== device;
    });
  }

  /**
   * Replaces an expired token, for example after a sleep of the machine. A registered device
   * continues with the new token. A device that was refused with the old token never registers
   * again, so a new one replaces it.
   */
  #replaceToken(): void {
    if (this.#calls.isBusy() || this.#status === "registered") {
      void this.#renewToken();
    } else {
      this.#drop();
      this.#setStatus("unregistered");
      this.#retryIn(0);
    }
  }

  async #renewToken(): Promise<void> {
    const released = this.#released;
    try {
      const pass = await this.#options.fetchToken();
      if (released !== this.#released) {
        return;
      }
      this.#device?.updateToken(pass);
      this.#renewLater();
      if (this.#status === "unregistered") {
        await this.register();
      }
    } catch (error) {
      if (this.#isClosed || released !== this.#released) {
        return;
      }
      this.#options.listener.onFailure(parseVoiceFailure(error));
      this.#cancelRetry?.();
      this.#cancelRetry = this.#options.schedule(() => void this.#renewToken(), 5_000);
    }
  }

  #renewLater(): void {
    this.#cancelRenewal?.();
    this.#cancelRenewal = this.#options.schedule(() => void this.#renewToken(), RENEWAL_MS);
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

  /**
   * Registers after the delay, unless the server is unavailable or the line has a call. In these
   * cases `recover` or `renew` makes the line ready later.
   */
  #retryIn(delayMs: number): void {
    this.#cancelRetry?.();
    const retry = (): void => {
      if (this.#isServerThere && !this.#calls.isBusy()) {
        void this.register();
      }
    };
    this.#cancelRetry = this.#options.schedule(retry, delayMs);
  }

  get #isServerThere(): boolean {
    return this.#options.isServerThere?.() ?? true;
  }

  /** Ends a registration that does not settle. */
  #giveUp(): void {
    const isBusy = this.#calls.isBusy();
    if (!isBusy) {
      this.#drop();
    }
    this.#setStatus("unregistered");
    if (!isBusy && this.#isServerThere) {
      void this.register();
    }
  }

  #setStatus(status: LineDeviceStatus): void {
    if (status === this.#status) {
      return;
    }
    this.#status = status;
    this.#cancelRegistering?.();
    this.#cancelRegistering =
      status === "registering" ? this.#options.schedule(() => this.#giveUp(), REGISTER_MS) : null;
    this.#options.listener.onDevice(status);
    if (this.isReady || this.#isClosed) {
      this.#waiting.forEach((done) => done());
    }
  }
}
