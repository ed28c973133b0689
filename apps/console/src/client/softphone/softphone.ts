import type { MicrophoneState } from "../audio/microphone.ts";
import { type DirectCall, DirectCalls } from "./direct-calls.ts";
import type { FurtherDevices } from "./further-devices.ts";
import type { LegQuality } from "./leg-report.ts";
import { LineDevice, type LineDeviceListener, type LineDeviceOptions } from "./line-device.ts";
import { isLost, nextLeg, type LegEvent, type LineLeg } from "./line-leg.ts";
import type { VoiceCall, VoiceCallEvent, VoiceDevice } from "./voice-device.ts";
import { InvalidStateError, voiceCatalogue, type VoiceFailure } from "./voice-errors.ts";

export interface SoftphoneOptions extends LineDeviceOptions {
  now: () => string;
  listener: SoftphoneListener;
  remote?: RemoteCarrier;
  /** Returns the exchange that has the call; `undefined` for the first one. */
  serviceOf?: (callId: string) => string | undefined;
}

export interface SoftphoneListener extends LineDeviceListener {
  onLeg: (leg: LineLeg | null) => void;
  onMicrophone: (state: MicrophoneState) => void;
  onEvent: (event: SoftphoneEvent) => void;
}

export interface RemoteCarrier {
  isChosen: () => boolean;
  /** Rejects when the audio server cannot carry a call now. */
  check: () => Promise<void>;
  connect: (
    target: { callId: string; claim: string },
    onEvent: (event: VoiceCallEvent) => void,
  ) => Promise<VoiceCall>;
}

export type SoftphoneEvent =
  | { type: "directCall"; call: DirectCall | null }
  /** The request did not reach the audio server of the line, so the microphone is unchanged. */
  | { type: "muteNotSent"; muted: boolean }
  /** The SDK's names of the present sound problems of the leg. */
  | { type: "warned"; warnings: readonly string[] }
  | { type: "measured"; callId: string; quality: LegQuality };

/** The longest wait for the SDK to end a call. */
const DISCONNECT_MS = 2_000;

/**
 * A leg fails with these codes when the exchange stops, or has restarted and does not know the leg.
 */
const lossCodes: readonly (number | null)[] = [
  voiceCatalogue.notFound.code,
  voiceCatalogue.connection.code,
];

export class Softphone {
  readonly device: LineDevice;
  readonly direct: DirectCalls;
  readonly #options: SoftphoneOptions;
  #leg: LineLeg | null = null;
  #call: VoiceCall | null = null;
  /** The devices at further exchanges; each is opened for the first call there. */
  #further: FurtherDevices | null = null;
  #onEnded: (() => void) | null = null;
  /** Is true when the exchange has lost the leg, until its call ends here. */
  #isCutOff = false;
  #isEnding = false;

  constructor(options: SoftphoneOptions) {
    const { now, listener } = options;
    this.#options = options;
    this.direct = new DirectCalls({
      now,
      isLineTaken: () => this.#leg !== null,
      onChange: (call) => this.#showDirect(call),
      onFailure: listener.onFailure,
    });
    this.device = new LineDevice(options, {
      isBusy: () => this.isOnCall && !this.#isWaiting,
      onClosed: () => this.direct.stopAll(),
      onIncoming: (call) => this.direct.ring(call),
      onIncomingEnded: (call) => this.direct.stopRinging(call),
    });
  }

  /** Is true when an audio server carries the calls of this line, without sound in this browser. */
  get isRemote(): boolean {
    return this.#options.remote?.isChosen() ?? false;
  }

  get leg(): LineLeg | null {
    return this.#leg;
  }

  get isOnCall(): boolean {
    return this.#leg !== null || this.direct.isActive;
  }

  /** Is true while the line has a call but no leg, because the exchange has lost the leg. */
  get #isWaiting(): boolean {
    return isLost(this.#leg) && this.#leg.lost === "waiting";
  }

  get isMuted(): boolean {
    return this.#leg?.muted ?? this.direct.isMuted;
  }

  /** Rejects when the audio server of the line cannot carry a call now. */
  async checkRemote(): Promise<void> {
    await this.#options.remote?.check();
  }

  /** Joins a call's room with its claim. The previous leg must have ended, or must be lost. */
  async connect(target: { callId: string; claim: string; muted: boolean }): Promise<void> {
    const isRejoining = isLost(this.#leg) && this.#leg.callId === target.callId;
    if (this.isOnCall && !isRejoining) {
      throw new InvalidStateError("A Call is already active");
    }
    this.#isEnding = false;
    const { callId, muted, claim } = target;
    const remote = this.isRemote ? this.#options.remote : undefined;
    this.#dispatch({ type: "connect.asked", callId, at: this.#options.now(), muted });
    try {
      const onEvent = (event: VoiceCallEvent): void => this.#onCall(event);
      const call =
        remote === undefined
          ? await (await this.#open(callId)).connect({ claim }, onEvent)
          : await remote.connect({ callId, claim }, onEvent);
      this.#call = call;
      if (isRejoining && this.#leg === null) {
        return call.disconnect();
      }
      this.direct.ignoreAll();
      // The leg may have been muted meanwhile, because the other line took a call.
      if (this.leg?.muted === true) {
        call.mute(true);
      }
      if (remote === undefined) {
        this.#options.listener.onMicrophone("granted");
      }
    } catch (error) {
      this.#dispatch(isRejoining ? { type: "lost", at: this.#options.now() } : { type: "ended" });
      throw error;
    }
  }

  /** Adopts a call that the audio server of this line still carries after a reload of the page. */
  adopt(callId: string, open: (onEvent: (event: VoiceCallEvent) => void) => VoiceCall): void {
    if (this.#leg !== null) {
      return;
    }
    // Without this, two calls would have an open microphone, and the card has buttons for only one.
    this.direct.end();
    this.direct.ignoreAll();
    const at = this.#options.now();
    this.#dispatch({ type: "connect.asked", callId, at, muted: false });
    this.#call = open((event) => this.#onCall(event));
    this.#dispatch({ type: "connected", at });
  }

  setCall(callId: string): void {
    this.#dispatch({ type: "call.known", callId });
  }

  /** Ends the leg and waits until the SDK has ended its call, for at most 2 s. */
  async disconnect(): Promise<void> {
    if (this.#call === null) {
      return isLost(this.#leg) ? this.#dispatch({ type: "ended" }) : undefined;
    }
    this.#isEnding = true;
    const ended = new Promise<void>((resolve) => {
      const cancel = this.#options.schedule(resolve, DISCONNECT_MS);
      this.#onEnded = () => {
        cancel();
        resolve();
      };
    });
    this.#call.disconnect();
    await ended;
  }

  /**
   * Returns false when the request did not reach the audio server of the line, so that nothing has
   * changed.
   */
  mute(muted: boolean): boolean {
    if (this.#leg === null) {
      this.direct.mute(muted);
      return true;
    }
    const isDone = this.#call?.mute(muted) ?? true;
    if (isDone) {
      this.#dispatch({ type: "muted", muted });
    } else {
      this.#options.listener.onEvent({ type: "muteNotSent", muted });
    }
    return isDone;
  }

  sendDigit(digit: string): void {
    this.#call?.sendDigit(digit);
  }

  readLevels(): { input: number; output: number } {
    return this.#call?.readLevels() ?? this.direct.readLevels();
  }

  /** Ends all calls and all ringing of the line. `device.register` makes the line ready again. */
  async release(): Promise<void> {
    await this.disconnect();
    this.direct.release();
    this.#further?.close();
    this.device.release();
  }

  /**
   * Shows at once that the sound is interrupted, when the signalling is lost and the exchange is
   * unavailable.
   */
  interrupt(): void {
    if (this.#leg?.status === "connected" && this.#leg.signallingLost === true) {
      this.#dispatch({ type: "interrupted", at: this.#options.now() });
    }
  }

  /**
   * Ends a leg that the exchange has lost, without a wait for the SDK's reconnection, whose
   * back-off is up to a second.
   */
  cutOff(): void {
    const leg = this.#leg;
    const isUnconnected = leg === null || leg.status === "connecting" || isLost(leg);
    if (!isUnconnected && (leg.signallingLost === true || this.isRemote)) {
      this.#isCutOff = true;
      this.#call?.disconnect();
    }
  }

  /**
   * Makes a line whose connection was lost ready again. The SDK itself reconnects the signalling of
   * a call, and tries every second.
   */
  recover(): void {
    const leg = this.#leg;
    if (leg === null || leg.status === "connecting" || leg.signallingLost !== true) {
      this.device.renew();
    }
  }

  close(): void {
    this.#call?.disconnect();
    this.direct.end();
    this.#further?.close();
    this.device.close();
  }

  async #open(callId: string): Promise<VoiceDevice> {
    const service = this.#options.serviceOf?.(callId);
    if (service === undefined) {
      return this.device.open();
    }
    const { FurtherDevices } = await import("./further-devices.ts");
    this.#further ??= new FurtherDevices(this.#options, this.device);
    return this.#further.open(service);
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
      case "signallingLost":
        return this.#dispatch({ type: "signalling", lost: true });
      case "signallingBack":
        this.#dispatch({ type: "signalling", lost: false });
        this.#dispatch({ type: "restored", at });
        return this.recover();
      case "sampled":
        return this.#dispatch({ type: "sampled", quality: event.quality });
      case "warned":
        return this.#options.listener.onEvent(event);
      case "failed":
        return this.#handleFailure(event.failure);
      case "measured":
        return this.#report(event.quality);
      case "ended":
        this.#end(at);
        this.#onEnded?.();
        this.#onEnded = null;
        this.device.recover();
    }
  }

  #handleFailure(failure: VoiceFailure): void {
    const leg = this.#leg;
    const isKnown = leg !== null && leg.status !== "connecting";
    this.#isCutOff ||= isKnown && lossCodes.includes(failure.code);
    if (!this.#isCutOff) {
      this.#options.listener.onFailure(failure);
    }
  }

  /** A leg that the exchange has lost stays on the line, unless this console ended it. */
  #end(at: string): void {
    const isLostNow = (this.#isCutOff || isLost(this.#leg)) && !this.#isEnding;
    this.#call = null;
    this.#isCutOff = false;
    this.#isEnding = false;
    this.#dispatch(isLostNow ? { type: "lost", at } : { type: "ended" });
  }

  #showDirect(call: DirectCall | null): void {
    this.#options.listener.onEvent({ type: "directCall", call });
    if (call === null) {
      this.device.recover();
    }
  }

  #report(quality: LegQuality): void {
    if (this.#leg !== null) {
      this.#options.listener.onEvent({ type: "measured", callId: this.#leg.callId, quality });
    }
  }

  #dispatch(event: LegEvent): void {
    const next = nextLeg(this.#leg, event);
    if (next === this.#leg) {
      return;
    }
    this.#leg = next;
    this.#options.listener.onLeg(next);
  }
}
