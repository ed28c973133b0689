import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import type { Clock } from "../../core/clock.ts";
import type { CallMessage, DialRequest, Leg, LegEnd, LegSink } from "../../calls/leg.ts";
import type { LegId, MediaPort } from "../../media/media-port.ts";
import type { ClientLink } from "../presence/client-link.ts";
import { writeParams, type ClientPayload } from "../frames/frames.ts";
import { errorOfEnd } from "./leg-end.ts";
import { isUnanswered, next, type LegEvent, type LegState } from "./leg-state.ts";
import { fingerprintOf } from "./sdp-fingerprint.ts";
import { voiceError, type VoiceCode } from "../frames/voice-errors.ts";

export interface BrowserLegOptions {
  identity: string;
  accountSid: string;
  media: MediaPort;
  clock: Clock;
  logger: Logger;
  /** Whether a device is in a call of its own. */
  isTalking: (link: ClientLink) => boolean;
  /** Called once; the registry forgets the leg some time later. */
  onEnded: (leg: BrowserLeg) => void;
}

/** Where the SDK placed the call, or which devices we ring. */
export type BrowserLegStart =
  | { side: "calling"; link: ClientLink; clientSid: string; offerSdp: string }
  | { side: "called"; links: ClientLink[]; callSid: string; sink: LegSink };

/** Messages that wait for a client whose socket is away. */
const MESSAGES_KEPT = 20;

/** A Voice SDK client's end of a call. It outlives its socket while the client reconnects. */
export class BrowserLeg implements Leg {
  readonly id: LegId = `client-${randomUUID()}`;
  readonly kind = "client";
  readonly identity: string;
  readonly #options: BrowserLegOptions;
  readonly #reconnectToken = randomBytes(24).toString("base64url");
  #state: LegState;
  #sink: LegSink | null;
  /** The sid by which the client knows the call: its own until `ringing` names ours. */
  #callSid: string;
  /** The socket that carries the call now. */
  #link: ClientLink | null;
  /** Devices that ring. */
  #ringing: Set<ClientLink>;
  readonly #offerSdp: string | null;
  /** Of the client's audio path, to tell a reconnect from another path. */
  #fingerprint: string | null;
  #cancelKeep: () => void = () => undefined;
  /** For the client, while its socket is away. */
  #unsent: CallMessage[] = [];
  /** The SDK takes the description of `ringing` for good; the answer goes without one. */
  #early: Promise<string> | null = null;

  constructor(start: BrowserLegStart, options: BrowserLegOptions) {
    this.#options = options;
    this.identity = options.identity;
    this.#state = { status: "inviting", side: start.side };
    const calling = start.side === "calling";
    this.#sink = calling ? null : start.sink;
    this.#callSid = calling ? start.clientSid : start.callSid;
    this.#link = calling ? start.link : null;
    this.#ringing = new Set(calling ? [] : start.links);
    this.#offerSdp = calling ? start.offerSdp : null;
    this.#fingerprint = calling ? fingerprintOf(start.offerSdp) : null;
  }

  get state(): LegState {
    return this.#state;
  }

  get isEnded(): boolean {
    return this.#state.status === "ended";
  }

  /** Whether this socket may speak for the leg. */
  isOn(link: ClientLink): boolean {
    return this.#link === link || this.#ringing.has(link);
  }

  /** Whether this socket carries the leg, and not only rings for it. */
  isCarriedBy(link: ClientLink): boolean {
    return this.#link === link && !this.isEnded;
  }

  /** Every device that rings is in another call, where the SDK lets an invite pass unheard. */
  get isBusy(): boolean {
    const devices = [...this.#ringing];
    return devices.length > 0 && devices.every((link) => this.#options.isTalking(link));
  }

  /** A calling leg learns whom to report to when the core has taken it on. */
  bind(sink: LegSink): void {
    this.#sink = sink;
  }

  ring(callSid: string): void {
    if (this.#state.status !== "inviting" || this.#state.side !== "calling") return;
    this.#callSid = callSid;
    this.#link?.send({ type: "ringing", payload: { callsid: callSid } });
    this.#dispatch({ type: "rung" });
  }

  /** `ringing` once more, with the description that is final for the SDK. */
  async openEarly(callSid: string): Promise<boolean> {
    const offerSdp = this.#offerSdp;
    this.ring(callSid);
    if (!this.#is("ringing") || offerSdp === null) return false;
    const isFirst = this.#early === null;
    this.#early ??= this.#options.media.answerWebRtc(this.id, offerSdp);
    try {
      const sdp = await this.#early;
      if (!isUnanswered(this.#state)) return this.#closeIfEnded();
      const payload = { callsid: this.#callSid, sdp };
      if (isFirst) this.#link?.send({ type: "ringing", payload });
      return true;
    } catch (error) {
      this.#options.logger.info({ err: error, leg: this.id }, "no early media");
      this.#dispatch({ type: "ended", end: { cause: "failed", voiceCode: 53402 } });
      return false;
    }
  }

  async answer(callSid: string): Promise<void> {
    const offerSdp = this.#offerSdp;
    if (!isUnanswered(this.#state) || offerSdp === null) return;
    this.ring(callSid);
    this.#dispatch({ type: "accepted" });
    await this.#negotiate(async () => {
      const early = this.#early;
      const sdp = await (early ?? this.#options.media.answerWebRtc(this.id, offerSdp));
      if (this.#is("answering")) this.#sendAnswer(early === null ? sdp : null);
    });
  }

  decline(end: LegEnd): void {
    this.#dispatch({ type: "ended", end });
  }

  hangUp(end: LegEnd = { cause: "hangup" }): void {
    this.#dispatch({ type: "ended", end });
  }

  /** Kept while the client's socket is away; false when too many are. */
  sendMessage(message: CallMessage): boolean {
    if (this.#state.status === "lost") {
      if (this.#unsent.length >= MESSAGES_KEPT) return false;
      this.#unsent.push(message);
    } else this.#tell(message);
    return true;
  }

  #tell(message: CallMessage): void {
    this.#link?.send({
      type: "message",
      payload: {
        callsid: this.#callSid,
        content: message.content,
        contenttype: message.contentType,
        messagetype: message.messageType,
        voiceeventsid: message.voiceEventSid,
      },
    });
  }

  /** Rings every device with one and the same offer: the first answer takes it. */
  async ringDevices(request: DialRequest): Promise<void> {
    let sdp: string;
    try {
      sdp = await this.#options.media.offerWebRtc(this.id);
    } catch (error) {
      this.#options.logger.warn({ err: error, leg: this.id }, "no offer could be made");
      this.#dispatch({ type: "ended", end: { cause: "failed", message: "media is unavailable" } });
      return;
    }
    if (this.#state.status !== "inviting") return this.#options.media.closeLeg(this.id);
    const payload = {
      callsid: this.#callSid,
      sdp,
      reconnect: this.#reconnectToken,
      parameters: this.#parameters(request),
    };
    for (const link of this.#ringing) link.send({ type: "invite", payload });
    this.#dispatch({ type: "rung" });
    this.#sink?.onRinging();
  }

  /** A device accepts. One that comes too late is hung up. */
  async accept(link: ClientLink, answerSdp: string): Promise<void> {
    if (this.#state.status !== "ringing" || !this.#ringing.has(link)) {
      if (this.#link !== link) this.#sendHangup(link, null);
      return;
    }
    this.#take(link, answerSdp);
    await this.#negotiate(() => this.#options.media.acceptWebRtc(this.id, answerSdp));
    if (this.#is("answered")) this.#sink?.onAnswered();
  }

  /** One device refuses; the others go on ringing. */
  reject(link: ClientLink): void {
    if (!this.#ringing.delete(link)) return;
    if (this.#ringing.size === 0) this.#dispatch({ type: "rejected" });
  }

  /** The client hangs up; he needs no echo of it. A device that still rings rejects so. */
  hangUpByClient(link: ClientLink): void {
    if (this.#ringing.has(link)) return this.reject(link);
    this.#link = null;
    this.#dispatch({ type: "ended", end: { cause: "hangup" } });
  }

  /** `w` stands for a pause; what keys digits here is a program, which needs none. */
  pressDigits(digits: string): void {
    if (this.#state.status !== "answered" && this.#state.status !== "lost") return;
    for (const digit of digits.replace(/w/gi, "")) this.#sink?.onDigit(digit);
  }

  takeMessage(message: CallMessage): void {
    this.#sink?.onMessage(message);
  }

  async restartIce(link: ClientLink, offerSdp: string): Promise<void> {
    if (this.#state.status !== "answered") return;
    if (fingerprintOf(offerSdp) !== this.#fingerprint) return this.#refuse(link, 31400);
    try {
      const sdp = await this.#options.media.restartIce(this.id, offerSdp);
      if (this.#is("answered")) this.#sendAnswer(sdp);
    } catch (error) {
      // The SDK tries again by itself, with backoff; the audio path of before may still live.
      this.#options.logger.warn({ err: error, leg: this.id }, "ICE restart failed");
    }
  }

  /** The client is back on another socket, or hands a ringing call over to another device. */
  async reconnect(link: ClientLink, invite: ClientPayload<"invite">): Promise<void> {
    if (!this.#isToken(invite.reconnect)) return this.#refuse(link, 31209);
    if (this.#state.status === "ended") return this.#sendHangup(link, null);
    if (this.#state.status === "ringing") return await this.#handOver(link, invite.sdp);
    if (this.#state.status !== "answered" && this.#state.status !== "lost") {
      return this.#refuse(link, 31209);
    }
    if (fingerprintOf(invite.sdp) !== this.#fingerprint) return this.#refuse(link, 31209);
    this.#link = link;
    this.#dispatch({ type: "socket.back" });
    this.#sendAnswer(null);
    for (const message of this.#unsent.splice(0)) this.#tell(message);
  }

  /** A socket closed; it may have carried this leg, rung it, or have nothing to do with it. */
  socketClosed(link: ClientLink, reconnectMs: number): void {
    if (this.#ringing.delete(link)) {
      if (this.#ringing.size === 0) this.#dispatch({ type: "socket.closed", keep: false });
      return;
    }
    if (this.#link !== link) return;
    this.#link = null;
    this.#dispatch({ type: "socket.closed", keep: reconnectMs > 0 });
    if (this.#state.status !== "lost") return;
    this.#cancelKeep = this.#options.clock.after(reconnectMs, () =>
      this.#dispatch({ type: "keep.expired" }),
    );
  }

  /** A new device brings an offer of its own, so the path that we had offered goes. */
  async #handOver(link: ClientLink, offerSdp: string): Promise<void> {
    this.#take(link, offerSdp);
    this.#options.media.closeLeg(this.id);
    await this.#negotiate(async () => {
      const sdp = await this.#options.media.answerWebRtc(this.id, offerSdp);
      if (this.#is("answering")) this.#sendAnswer(sdp);
    });
    if (this.#is("answered")) this.#sink?.onAnswered();
  }

  #take(link: ClientLink, sdp: string): void {
    this.#ringing.delete(link);
    this.#cancelRinging();
    this.#link = link;
    this.#fingerprint = fingerprintOf(sdp);
    this.#dispatch({ type: "accepted" });
  }

  async #negotiate(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#dispatch({ type: "negotiated" });
    } catch (error) {
      this.#options.logger.info({ err: error, leg: this.id }, "media could not be negotiated");
      this.#dispatch({ type: "negotiation.failed", message: "the description was not usable" });
    }
    // Ended meanwhile: the path that has just come up has nobody left.
    if (this.isEnded) this.#options.media.closeLeg(this.id);
  }

  /** Ended while the path was being opened: it has nobody left. */
  #closeIfEnded(): false {
    if (this.isEnded) this.#options.media.closeLeg(this.id);
    return false;
  }

  /** After an await, where the compiler still believes the state of before. */
  #is(status: LegState["status"]): boolean {
    return this.#state.status === status;
  }

  #dispatch(event: LegEvent): void {
    const before = this.#state;
    this.#state = next(before, event);
    if (this.#state === before) return;
    if (before.status === "lost") this.#cancelKeep();
    if (this.#state.status === "ended") this.#end(this.#state.end);
  }

  #end(end: LegEnd): void {
    this.#cancelRinging();
    if (this.#link !== null) this.#sendHangup(this.#link, end);
    this.#link = null;
    this.#options.media.closeLeg(this.id);
    this.#options.onEnded(this);
    // Later, so that the core is never called back inside its own call of `decline` or `receive`.
    queueMicrotask(() => this.#sink?.onEnded(end));
  }

  #cancelRinging(): void {
    for (const link of this.#ringing) {
      link.send({ type: "cancel", payload: { callsid: this.#callSid } });
    }
    this.#ringing.clear();
  }

  #sendAnswer(sdp: string | null): void {
    const payload = { callsid: this.#callSid, reconnect: this.#reconnectToken };
    this.#link?.send({ type: "answer", payload: sdp === null ? payload : { ...payload, sdp } });
  }

  #sendHangup(link: ClientLink, end: LegEnd | null): void {
    const error = end === null ? null : errorOfEnd(end);
    const payload = { callsid: this.#callSid };
    link.send({ type: "hangup", payload: error === null ? payload : { ...payload, error } });
  }

  #refuse(link: ClientLink, code: VoiceCode): void {
    link.send({ type: "error", payload: { callsid: this.#callSid, error: voiceError(code) } });
  }

  #isToken(token: string | undefined): boolean {
    const ours = Buffer.from(this.#reconnectToken);
    const theirs = Buffer.from(token ?? "");
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  }

  #parameters(request: DialRequest): Record<string, string> {
    return {
      CallSid: this.#callSid,
      AccountSid: this.#options.accountSid,
      From: request.from,
      To: request.to,
      ApiVersion: "2010-04-01",
      ...(request.stirStatus ? { StirStatus: request.stirStatus } : {}),
      ...(request.callerName === null ? {} : { CallerName: request.callerName }),
      ...(request.params.length === 0 ? {} : { Params: writeParams(request.params) }),
    };
  }
}
