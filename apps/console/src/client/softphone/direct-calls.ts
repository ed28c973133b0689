import type { IncomingVoiceCall, VoiceCall, VoiceCallEvent } from "./voice-device.ts";

/** A call to the person's own softphone, which is no call of a station [VD73]. */
export type DirectCall =
  | { status: "ringing"; from: string; since: string }
  | { status: "connecting" | "talking"; from: string; since: string; muted: boolean };

export interface DirectCallsOptions {
  now: () => string;
  onChange: (call: DirectCall | null) => void;
  onFailure: (event: Extract<VoiceCallEvent, { type: "failed" }>["failure"]) => void;
}

/** What rings at one line's softphone, in order, and what of it is talked on. */
export class DirectCalls {
  readonly #options: DirectCallsOptions;
  #ringing: { call: IncomingVoiceCall; since: string }[] = [];
  #active: VoiceCall | null = null;
  #shown: DirectCall | null = null;

  constructor(options: DirectCallsOptions) {
    this.#options = options;
  }

  get isActive(): boolean {
    return this.#active !== null;
  }

  ring(call: IncomingVoiceCall): void {
    this.#ringing.push({ call, since: this.#options.now() });
    this.#show();
  }

  stopRinging(call: IncomingVoiceCall): void {
    this.#ringing = this.#ringing.filter((one) => one.call !== call);
    this.#show();
  }

  /** Answers the first that rings; the device lets go of the others [VD16]. */
  accept(): void {
    const [first] = this.#ringing;
    if (first === undefined || this.#active !== null) {
      return;
    }
    const { from } = first.call;
    const since = this.#options.now();
    this.#shown = { status: "connecting", from, since, muted: false };
    this.#active = first.call.accept((event) => this.#onCall(event, from));
    this.#options.onChange(this.#shown);
  }

  reject(): void {
    this.#ringing[0]?.call.reject();
  }

  mute(muted: boolean): void {
    if (this.#shown === null || this.#shown.status === "ringing") {
      return;
    }
    this.#active?.mute(muted);
    this.#shown = { ...this.#shown, muted };
    this.#options.onChange(this.#shown);
  }

  end(): void {
    this.#active?.disconnect();
  }

  /** Of a device that is let go of nothing is heard any more: what rang there rings no longer. */
  release(): void {
    this.#ringing = [];
    this.end();
    this.#show();
  }

  #onCall(event: VoiceCallEvent, from: string): void {
    switch (event.type) {
      case "accepted":
        this.#shown = { status: "talking", from, since: this.#options.now(), muted: false };
        return this.#options.onChange(this.#shown);
      case "failed":
        return this.#options.onFailure(event.failure);
      case "ended":
        this.#active = null;
        this.#shown = null;
        return this.#show();
      case "ringing":
      case "reconnecting":
      case "reconnected":
      case "sampled":
      case "warned":
      case "measured":
        return;
    }
  }

  #show(): void {
    if (this.#active !== null || this.#shown?.status === "connecting") {
      return;
    }
    const [first] = this.#ringing;
    this.#shown =
      first === undefined ? null : { status: "ringing", from: first.call.from, since: first.since };
    this.#options.onChange(this.#shown);
  }
}
