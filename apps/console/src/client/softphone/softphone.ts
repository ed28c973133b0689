import type { MicrophoneState } from "../audio/microphone.ts";
import { LineDevice, type LineDeviceOptions } from "./line-device.ts";
import { nextLeg, type LegEvent, type LineLeg } from "./line-leg.ts";
import type { VoiceCall, VoiceCallEvent } from "./voice-device.ts";
import { InvalidStateError } from "./voice-failure.ts";

export interface SoftphoneOptions extends LineDeviceOptions {
  now: () => string;
  onLeg: (leg: LineLeg | null) => void;
  onMicrophone: (state: MicrophoneState) => void;
}

/** So long the SDK may take to let go of a call. */
const DISCONNECT_MS = 2_000;

/** One device line's browser softphone: a device, and at most one leg. */
export class Softphone {
  readonly device: LineDevice;
  readonly #options: SoftphoneOptions;
  #leg: LineLeg | null = null;
  #call: VoiceCall | null = null;
  #onEnded: (() => void) | null = null;

  constructor(options: SoftphoneOptions) {
    this.#options = options;
    this.device = new LineDevice(options);
  }

  get leg(): LineLeg | null {
    return this.#leg;
  }

  /** Joins a call's room with its claim. The leg before must have ended. */
  async connect(target: { callId: string; claim: string; muted: boolean }): Promise<void> {
    if (this.#leg !== null) {
      throw new InvalidStateError("A Call is already active");
    }
    const { callId, muted } = target;
    this.#dispatch({ type: "connect.asked", callId, at: this.#options.now(), muted });
    try {
      const device = await this.device.open();
      const call = await device.connect({ claim: target.claim }, (event) => this.#onCall(event));
      this.#call = call;
      // Muted since, it may be: the other line has taken a call.
      if (this.leg?.muted === true) {
        call.mute(true);
      }
      this.#options.onMicrophone("granted");
    } catch (error) {
      this.#dispatch({ type: "ended" });
      throw error;
    }
  }

  /** The leg set out for the likely call; this is the one that it has got [DS15]. */
  setCall(callId: string): void {
    this.#dispatch({ type: "call.known", callId });
  }

  /** Ends the leg and waits until the SDK has let go of it. */
  async disconnect(): Promise<void> {
    if (this.#call === null) {
      return;
    }
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

  close(): void {
    this.#call?.disconnect();
    this.device.close();
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
    if (next === this.#leg) {
      return;
    }
    this.#leg = next;
    this.#options.onLeg(next);
  }
}
