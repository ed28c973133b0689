import { dtmf, joinSamples, silence, type G711Law } from "@linedesk/audio";
import { deferred } from "./deferred.ts";
import type { ListenerCodec } from "./listener-codec.ts";
import { type CallIdentity, ListenerDialog } from "./listener-dialog.ts";
import { ListenerError } from "./listener-error.ts";
import { type OwnAudio, readSdp, writeSdp } from "./listener-sdp.ts";
import type { ListenerSound } from "./listener-sound.ts";
import { pause } from "./pause.ts";
import { type RtpTarget, RtpVoice } from "./rtp-voice.ts";
import type { SipPhone } from "./sip-phone.ts";
import { headerOf, type SipText, tagIn, uriIn, writeAnswer } from "./sip-text.ts";

/**
 * The end of a call. `by` is the side that ended it. `status` is the SIP code of a refusal, or 0.
 */
export interface ListenerEnd {
  by: "listener" | "exchange";
  status: number;
  reason: string;
}

export interface CallOptions {
  /** The sound that the telephone sends; by default silence. */
  sends?: ListenerSound;
  /** The codecs in order of preference; by default PCMU, then PCMA. */
  laws?: readonly G711Law[];
  /** A codec that the telephone prefers to G.711. The telephone sends the codec's own sound. */
  codec?: ListenerCodec;
  /**
   * The way to send digits; by default RFC 4733. With `sound` the telephone offers no telephone
   * events.
   */
  dtmf?: "rfc4733" | "info" | "sound";
  /** Simulates a router: the SDP contains a private address, to which no packet can be sent. */
  isBehindRouter?: boolean;
}

/** A loopback address on which this machine does not listen. */
const insideAddress = "127.99.99.99";

/** One call of a listener, incoming or outgoing: its voice, and the requests of its dialog. */
export abstract class ListenerCall {
  protected readonly phone: SipPhone;
  protected readonly dialog: ListenerDialog;
  protected readonly voice: RtpVoice;
  readonly #options: CallOptions;
  readonly #ended = deferred<ListenerEnd>();
  #status: "calling" | "ringing" | "talking" | "ended" = "calling";
  #target: RtpTarget | null = null;
  #port = 0;
  #version = 0;
  #direction: OwnAudio["direction"] = "sendrecv";
  readonly ended = this.#ended.promise;

  constructor(phone: SipPhone, identity: CallIdentity, options: CallOptions) {
    this.phone = phone;
    this.dialog = new ListenerDialog(phone, identity);
    this.#options = options;
    this.voice = new RtpVoice(options.sends ?? new Int16Array(1));
  }

  get status(): "calling" | "ringing" | "talking" | "ended" {
    return this.#status;
  }

  get callId(): string {
    return this.dialog.identity.callId;
  }

  /** The Replaces header for this call. An INVITE with this header replaces the call (RFC 3891). */
  get replaces(): string {
    const { local, remote } = this.dialog.identity;
    return `${this.callId};to-tag=${tagIn(remote)};from-tag=${tagIn(local)}`;
  }

  /** The RFC 4733 digits that the exchange sent. */
  get digitsReceived(): string {
    return this.voice.digitsReceived;
  }

  get packetsReceived(): number {
    return this.voice.packetsReceived;
  }

  get packetsSent(): number {
    return this.voice.packetsSent;
  }

  /** Returns the last `ms` (up to 10 s) of received sound at 8 kHz. Missing packets are silence. */
  receivedAudio(ms: number): Int16Array {
    return this.voice.receivedAudio(ms);
  }

  /** Returns the amplitude 0..1 of a tone in the last `ms` of received sound. */
  toneAmplitude(frequencyHz: number, ms = 500): number {
    return this.voice.toneAmplitude(frequencyHz, ms);
  }

  /** Changes the sound that the telephone sends. */
  say(sound: ListenerSound): void {
    this.voice.say(sound);
  }

  /** Resolves when the last digit was sent. Rejects for an invalid digit or a refused INFO. */
  async sendDigits(digits: string): Promise<void> {
    if (this.#options.dtmf === "sound") {
      return this.#sayDigits(digits);
    }
    if (this.#options.dtmf !== "info") {
      if (!this.voice.sendDigits(digits)) {
        throw new ListenerError(`"${digits}" contains a character that is not a DTMF digit`);
      }
      while (this.voice.digitsWaiting && this.#status === "talking") {
        await pause(20);
      }
      return;
    }
    for (const digit of digits) {
      const body = `Signal=${digit}\r\nDuration=160\r\n`;
      const answer = await this.request("INFO", { body, type: "application/dtmf-relay" });
      if (answer.status !== 200) {
        throw new ListenerError(`INFO was answered ${answer.status}`);
      }
    }
  }

  /** Sends the digits as tones, and then silence. */
  async #sayDigits(digits: string): Promise<void> {
    const tones = dtmf(digits, 8000);
    // The sound repeats at its end. The minute of silence prevents the digits from being sent
    // twice.
    this.voice.say(joinSamples([tones, silence(60_000, 8000)]));
    await pause(tones.length / 8 + 200);
    this.voice.say(new Int16Array(1));
  }

  /** Holds or resumes the call (re-INVITE). Resolves to the answer's SDP. */
  async setDirection(direction: OwnAudio["direction"]): Promise<string> {
    this.#direction = direction;
    return this.#reinvite(this.describe());
  }

  /** Holds the call by an address of zeros, as telephones did before RFC 3264. */
  async holdByZeros(): Promise<string> {
    return this.#reinvite(this.describe().replace(/^c=IN IP4 .*$/m, "c=IN IP4 0.0.0.0"));
  }

  /** Moves the telephone's sound to another port, by a re-INVITE. */
  async move(): Promise<string> {
    this.#port = await this.voice.move(this.phone.addressToward(this.dialog.identity.peer.address));
    return this.#reinvite(this.describe());
  }

  async #reinvite(body: string): Promise<string> {
    const answer = await this.request("INVITE", { body, type: "application/sdp" });
    if (answer.status !== 200) {
      throw new ListenerError(`re-INVITE was answered ${answer.status}`);
    }
    this.dialog.acknowledge(answer);
    this.connect(answer.body);
    return answer.body;
  }

  /** Without network the telephone sends no RTP. When the network is back, the sound continues. */
  setNetwork(isUp: boolean): void {
    if (!isUp) {
      this.voice.fallSilent();
    } else if (this.#target !== null) {
      this.voice.speakTo(this.#target);
    }
  }

  /** Simulates a power loss: the telephone sends no BYE and no sound, and answers no request. */
  vanish(): void {
    this.phone.close();
    this.finish({ by: "listener", status: 0, reason: "no power" });
  }

  protected async openVoice(host: string): Promise<void> {
    this.#port = await this.voice.open(host);
  }

  protected describe(): string {
    this.#version += 1;
    return writeSdp({
      address: this.#options.isBehindRouter === true ? insideAddress : this.#addressToward(),
      port: this.#port,
      laws: this.#options.laws ?? ["PCMU", "PCMA"],
      ...(this.#options.codec === undefined ? {} : { codec: this.#options.codec }),
      direction: this.#direction,
      hasEvents: this.#options.dtmf !== "sound",
      version: this.#version,
    });
  }

  #addressToward(): string {
    return this.phone.addressToward(this.dialog.identity.peer.address);
  }

  /** Sends sound to the described address. Returns false if the offer is not usable. */
  protected connect(sdp: string): boolean {
    const target = readSdp(sdp, this.#options.codec);
    if (target === null) {
      return false;
    }
    this.#target = target;
    this.voice.speakTo(target);
    return true;
  }

  protected become(status: "ringing" | "talking"): void {
    if (this.#status !== "ended") {
      this.#status = status;
    }
  }

  protected finish(end: ListenerEnd): void {
    if (this.#status === "ended") {
      return;
    }
    this.#status = "ended";
    this.voice.close();
    this.dialog.abandon(new ListenerError("the call ended"));
    this.#ended.resolve(end);
  }

  /** Sends a request within the dialog. Resolves to its final answer. */
  protected async request(
    method: string,
    parts: { body?: string; type?: string } = {},
  ): Promise<SipText> {
    if (this.#status !== "talking") {
      throw new ListenerError("the call is not connected");
    }
    return await this.dialog.request(method, parts);
  }

  /** Handles a request that the far end sends within the dialog, after the first INVITE. */
  protected takeRequest(message: SipText, from: { address: string; port: number }): void {
    if (message.method === "ACK") {
      return;
    }
    const isKnown = message.method === "BYE" || message.method === "OPTIONS";
    const status = isKnown ? "200 OK" : "405 Method Not Allowed";
    this.phone.send(writeAnswer(message, status, { toTag: "" }), from);
    if (message.method === "BYE") {
      this.finish({ by: "exchange", status: 0, reason: "" });
    }
  }

  /** Sends BYE. The call then ends, with or without an answer of the far end. */
  protected async sayGoodbye(): Promise<void> {
    await this.request("BYE").catch(() => undefined);
    this.finish({ by: "listener", status: 0, reason: "" });
  }
}

export function contactTarget(message: SipText): string | null {
  const contact = headerOf(message, "contact");
  return contact === "" ? null : uriIn(contact);
}
