import type { IncomingVoiceCall, VoiceCall, VoiceCallEvent } from "./voice-device.ts";

export type DirectCall = RingingDirectCall | AnsweredDirectCall;

interface RingingDirectCall {
  status: "ringing";
  id: string;
  from: string;
  since: string;
}

export interface AnsweredDirectCall {
  status: "connecting" | "talking";
  id: string;
  from: string;
  since: string;
  muted: boolean;
}

export interface DirectCallsOptions {
  now: () => string;
  isLineTaken: () => boolean;
  onChange: (call: DirectCall | null) => void;
  onFailure: (event: Extract<VoiceCallEvent, { type: "failed" }>["failure"]) => void;
}

/** The calls that ring at one line's softphone, in order, and the one that was answered. */
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

  get isMuted(): boolean {
    return this.#answered?.muted === true;
  }

  get #answered(): AnsweredDirectCall | null {
    return this.#shown === null || this.#shown.status === "ringing" ? null : this.#shown;
  }

  ring(call: IncomingVoiceCall): void {
    if (this.#options.isLineTaken()) {
      return call.ignore();
    }
    this.#ringing.push({ call, since: this.#options.now() });
    this.#show();
  }

  stopRinging(call: IncomingVoiceCall): void {
    this.#ringing = this.#ringing.filter((one) => one.call !== call);
    this.#show();
  }

  /** Answers the first ringing call; the device ignores the others. */
  accept({ muted }: { muted: boolean }): void {
    const [first] = this.#ringing;
    if (first === undefined || this.#active !== null || this.#options.isLineTaken()) {
      return;
    }
    const { id, from } = first.call;
    this.#shown = { status: "connecting", id, from, since: this.#options.now(), muted };
    // The change mutes the call on the other line before the microphone of this line opens.
    this.#options.onChange(this.#shown);
    this.#active = first.call.accept((event) => this.#onCall(event));
    if (muted) {
      this.#active.mute(true);
    }
  }

  /** Ignores all ringing calls. Then the device reports that they stopped ringing. */
  ignoreAll(): void {
    for (const { call } of this.#ringing) {
      call.ignore();
    }
  }

  /** Ends all ringing, because a closed device reports no end. */
  stopAll(): void {
    if (this.#ringing.length > 0) {
      this.#ringing = [];
      this.#show();
    }
  }

  reject(): void {
    this.#ringing[0]?.call.reject();
  }

  mute(muted: boolean): void {
    const answered = this.#answered;
    if (answered === null) {
      return;
    }
    this.#active?.mute(muted);
    this.#shown = { ...answered, muted };
    this.#options.onChange(this.#shown);
  }

  readLevels(): { input: number; output: number } {
    return this.#active?.readLevels() ?? { input: 0, output: 0 };
  }

  end(): void {
    this.#active?.disconnect();
  }

  /** Ends all calls, because a released device reports nothing any more. */
  release(): void {
    this.#ringing = [];
    this.end();
    this.#show();
  }

  #onCall(event: VoiceCallEvent): void {
    switch (event.type) {
      case "accepted":
        return this.#showBridged();
      case "failed":
        return this.#options.onFailure(event.failure);
      case "ended":
        this.#active = null;
        this.#shown = null;
        return this.#show();
      case "ringing":
      case "reconnecting":
      case "reconnected":
      case "signallingLost":
      case "signallingBack":
      case "sampled":
      case "warned":
      case "measured":
        return;
    }
  }

  #showBridged(): void {
    const answered = this.#answered;
    if (answered !== null) {
      this.#shown = { ...answered, status: "talking", since: this.#options.now() };
      this.#options.onChange(this.#shown);
    }
  }

  #show(): void {
    if (this.#active !== null || this.#shown?.status === "connecting") {
      return;
    }
    const [first] = this.#ringing;
    this.#shown =
      first === undefined
        ? null
        : { status: "ringing", id: first.call.id, from: first.call.from, since: first.since };
    this.#options.onChange(this.#shown);
  }
}
