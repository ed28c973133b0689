import { WEBHOOK_PATH } from "../platform/http/webhook-path.ts";
import type { SoundName } from "./register-sound-files.ts";

/** The addresses at which the telephony service reaches the server, all under `WEBHOOK_PATH`. */
export class VoiceUrls {
  readonly #base: string;

  /** `base` has no path. It is the internal or the public address. */
  constructor(base: string) {
    this.#base = base;
  }

  get incoming(): string {
    return this.#path("incoming");
  }
  incomingSince(at: number): string {
    return `${this.#path("incoming")}?since=${at}`;
  }
  get phone(): string {
    return this.#path("phone");
  }
  get phoneRung(): string {
    return this.#path("phone-rung");
  }
  phoneAgain(ring: { look: number; to: string; from: string }): string {
    const query = new URLSearchParams({ ...ring, look: String(ring.look) });
    return `${this.phone}?${query.toString()}`;
  }
  get connect(): string {
    return this.#path("connect");
  }
  get status(): string {
    return this.#path("status");
  }
  wait(call: string): string {
    return this.#path("wait", call);
  }
  waitDigit(call: string): string {
    return this.#path("wait-digit", call);
  }
  queueEnded(call: string): string {
    return this.#path("queue-ended", call);
  }
  dialled(call: string): string {
    return this.#path("dialled", call);
  }
  /** Receives the result of the verification call that was requested at this time. */
  callerIdVerified(callerId: string, requestedAt: number): string {
    return `${this.#path("caller-id")}?callerId=${callerId}&at=${requestedAt}`;
  }
  callBack(call: string): string {
    return this.#path("call-back", call);
  }
  recordingNotice(recording: string): string {
    return `${this.#path("recording-notice")}?recording=${recording}`;
  }
  recordingStatus(recording: string): string {
    return `${this.#path("recording")}?recording=${recording}`;
  }
  join(call: string): string {
    return this.#path("join", call);
  }
  hold(call: string): string {
    return this.#path("hold", call);
  }
  requeue(call: string): string {
    return this.#path("requeue", call);
  }
  linesBusy(call: string): string {
    return this.#path("lines-busy", call);
  }
  joinConference(conference: string): string {
    return `${this.#path("join-conference")}?conference=${conference}`;
  }
  sharedRoom(conference: string): string {
    return `${this.#path("conference")}?conference=${conference}`;
  }
  conference(call: string): string {
    return this.#path("conference", call);
  }
  /** Returns one of the built-in sounds in the format that the telephony service plays. */
  sound(name: SoundName): string {
    return `${this.#base}/sounds/${name}.wav`;
  }

  requestUrl(pathAndQuery: string): string {
    return `${this.#base}${pathAndQuery}`;
  }

  #path(name: string, call?: string): string {
    const query = call === undefined ? "" : `?call=${call}`;
    return `${this.#base}${WEBHOOK_PATH}${name}${query}`;
  }
}
