import { type EndpointAnswer, phoneToken } from "@linedesk/contract";
import { describeFailure, describeVoiceFailure } from "../../client/failures/describe-failure.ts";
import type {
  IncomingVoiceCall,
  OpenVoiceDevice,
  VoiceCall,
  VoiceCallEvent,
  VoiceDevice,
  VoiceDeviceEvent,
} from "../../client/softphone/voice-device.ts";
import { parseVoiceFailure } from "../../client/softphone/voice-errors.ts";
import { type HttpClient, HttpError } from "../../lib/http-client.ts";
import type { DemoPhoneCall } from "./demo-phone-view.ts";

type PhoneOffer = EndpointAnswer<typeof phoneToken>;

export type DemoPhoneState =
  | { status: "loading" }
  | { status: "off" }
  | { status: "failed"; words: string }
  | {
      status: "ready";
      offer: PhoneOffer;
      from: string;
      to: string;
      call: DemoPhoneCall;
      muted: boolean;
    };

interface PhoneContext {
  http: HttpClient;
  openVoiceDevice: OpenVoiceDevice;
}

/**
 * The telephone for demonstrations: a voice device with its own identity, for which nobody signs in.
 */
export class DemoPhone {
  readonly #context: PhoneContext;
  readonly #listeners = new Set<() => void>();
  #state: DemoPhoneState = { status: "loading" };
  #device: VoiceDevice | null = null;
  #call: VoiceCall | null = null;
  #ring: IncomingVoiceCall | null = null;
  #failed: string | null = null;
  #isClosed = false;

  constructor(context: PhoneContext) {
    this.#context = context;
  }

  get state(): DemoPhoneState {
    return this.#state;
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async load(): Promise<void> {
    this.#setState({ status: "loading" });
    try {
      const offer = await this.#context.http.call(phoneToken, { body: {} });
      const [from, to] = [offer.callerNumbers[0]?.number ?? "", offer.lines[0]?.number ?? ""];
      this.#setState({ status: "ready", offer, from, to, call: { status: "idle" }, muted: false });
      await this.#beRung(from);
    } catch (error) {
      const isOff = error instanceof HttpError && isNotFound(error);
      this.#setState(isOff ? { status: "off" } : { status: "failed", ...describeFailure(error) });
    }
  }

  choose(change: { from?: string; to?: string }): void {
    if (this.#state.status !== "ready") {
      return;
    }
    this.#setState({ ...this.#state, ...change });
    if (change.from !== undefined) {
      void this.#beRung(change.from);
    }
  }

  answer(): void {
    const ring = this.#ring;
    this.#ring = null;
    this.#call = ring?.accept((event) => this.#onCall(event)) ?? null;
  }

  decline(): void {
    this.#ring?.reject();
  }

  async dial(): Promise<void> {
    if (this.#state.status !== "ready") {
      return;
    }
    const { from, to, offer } = this.#state;
    const dialling: DemoPhoneCall = { status: "connecting", since: now() };
    this.#failed = null;
    this.#setCall(dialling);
    // A hang-up before the call exists ends this attempt, and no later one.
    let wanted = true;
    const isWanted = (): boolean => (wanted &&= this.#isCurrentCall(dialling));
    try {
      const device = await this.#openDevice(offer);
      if (!isWanted()) {
        return;
      }
      const call = await device.connect({ To: to, CallerNumber: from }, (event) => {
        if (wanted) {
          this.#onCall(event);
        }
      });
      if (isWanted()) {
        this.#call = call;
      } else {
        call.disconnect();
      }
    } catch (error) {
      if (isWanted()) {
        this.#end(describeVoiceFailure(parseVoiceFailure(error).code).words);
      }
    }
  }

  hangUp(): void {
    this.#failed = null;
    if (this.#call === null) {
      this.#end(null);
    } else {
      this.#call.disconnect();
    }
  }

  mute(muted: boolean): void {
    this.#call?.mute(muted);
    if (this.#state.status === "ready") {
      this.#setState({ ...this.#state, muted });
    }
  }

  sendDigit(digit: string): void {
    this.#call?.sendDigit(digit);
  }

  readLevels(): { input: number; output: number } {
    return this.#call?.readLevels() ?? { input: 0, output: 0 };
  }

  close(): void {
    this.#isClosed = true;
    this.#call?.disconnect();
    this.#device?.close();
    this.#device = null;
  }

  async #beRung(number: string): Promise<void> {
    try {
      const offer = await this.#context.http.call(phoneToken, { body: { number } });
      if (this.#isClosed || this.#state.status !== "ready" || this.#state.from !== number) {
        return;
      }
      this.#setState({ ...this.#state, offer });
      this.#device?.close();
      this.#device = null;
      await (await this.#openDevice(offer)).register();
    } catch {
      // The phone cannot receive calls, but it can still dial.
    }
  }

  #onRing(ring: IncomingVoiceCall): void {
    const isFree =
      this.#state.status === "ready" &&
      (this.#state.call.status === "idle" || this.#state.call.status === "ended");
    if (!isFree) {
      return ring.reject();
    }
    this.#ring = ring;
    this.#failed = null;
    this.#setCall({ status: "rung", since: now() });
  }

  #onDevice(event: VoiceDeviceEvent): void {
    if (event.type === "incoming") {
      this.#onRing(event.call);
    } else if (event.type === "incomingEnded" && event.call === this.#ring) {
      this.#ring = null;
      this.#end(this.#failed);
    } else if (event.type === "tokenWillExpire") {
      void this.#renew();
    }
  }

  async #openDevice({ token, iceServers }: PhoneOffer): Promise<VoiceDevice> {
    this.#device ??= await this.#context.openVoiceDevice({
      voiceToken: { token, iceServers },
      ringsItself: true,
      onEvent: (event) => this.#onDevice(event),
    });
    return this.#device;
  }

  async #renew(): Promise<void> {
    try {
      const body = this.#state.status === "ready" ? { number: this.#state.from } : {};
      this.#device?.updateToken(await this.#context.http.call(phoneToken, { body }));
    } catch {
      // The present call continues with its old token; the next call reports the failure.
    }
  }

  #onCall(event: VoiceCallEvent): void {
    switch (event.type) {
      case "ringing":
        return this.#setCall({ status: "ringing", since: now() });
      case "accepted":
      case "reconnected":
        this.#failed = null;
        return this.#setCall({ status: "talking", since: now() });
      case "reconnecting":
        return this.#setCall({ status: "reconnecting", since: now() });
      case "failed":
        this.#failed = describeVoiceFailure(event.failure.code).words;
        return;
      // A call with signalling or with measured sound has survived its last failure.
      case "signallingBack":
      case "sampled":
        this.#failed = null;
        return;
      case "signallingLost":
      case "warned":
      case "measured":
        return;
      case "ended":
        this.#call = null;
        this.#end(this.#failed);
    }
  }

  #isCurrentCall(call: DemoPhoneCall): boolean {
    return this.#state.status === "ready" && this.#state.call === call;
  }

  /** `words` is the failure that ended the call; `null` after a normal end. */
  #end(words: string | null): void {
    this.#setCall({ status: "ended", words });
  }

  #setCall(call: DemoPhoneCall): void {
    if (this.#state.status !== "ready") {
      return;
    }
    const muted = call.status === "connecting" ? false : this.#state.muted;
    this.#setState({ ...this.#state, call, muted });
  }

  #setState(state: DemoPhoneState): void {
    this.#state = state;
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

function now(): string {
  return new Date().toISOString();
}

function isNotFound(error: HttpError): boolean {
  return error.failure.kind === "answered" && error.failure.status === 404;
}
