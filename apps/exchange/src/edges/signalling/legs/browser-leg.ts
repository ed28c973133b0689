import { randomUUID } from "node:crypto";

import { VOICE_CODES } from "@linedesk/base";
import type { LegId } from "@linedesk/media";
import type { CallMessage, DialRequest, Leg, LegEnd, LegSink } from "../../../calls/legs/leg.ts";
import type { ClientPayload } from "../frames/frames.ts";
import type { VoiceCode } from "../frames/voice-errors.ts";
import type { ClientLink } from "../presence/client-link.ts";
import { buildInvite } from "./build-invite.ts";
import { ClientChannel, sendHangup, sendRefusal } from "./client-channel.ts";
import { IceRestarts } from "./ice-restarts.ts";
import { LegMediaPath } from "./leg-media-path.ts";
import type { BrowserLegOptions, BrowserLegStart } from "./leg-start.ts";
import { isUnanswered, nextLegState, NO_MEDIA, type LegEvent, type LegState } from "./leg-state.ts";
import { RingingDevices, sendCancel } from "./ringing-devices.ts";

/** A call leg of a Voice SDK client. It outlives its socket while the client reconnects. */
export class BrowserLeg implements Leg {
  readonly id: LegId = `client-${randomUUID()}`;
  readonly kind = "client";
  readonly identity: string;
  readonly #options: BrowserLegOptions;
  readonly #channel: ClientChannel;
  readonly #ringing: RingingDevices;
  readonly #path: LegMediaPath;
  readonly #offerSdp: string | null;
  readonly #opensEarly: boolean;
  readonly #restarts: IceRestarts;
  #state: LegState;
  #sink: LegSink | null;
  #negotiated: Promise<void> = Promise.resolve();
  #cancelKeep: () => void = () => undefined;
  #handleInvited: () => void = () => undefined;
  readonly invited = new Promise<void>((resolve) => (this.#handleInvited = resolve));

  constructor(start: BrowserLegStart, options: BrowserLegOptions) {
    this.#options = options;
    this.identity = options.identity;
    this.#state = { status: "inviting", side: start.side };
    const calling = start.side === "calling";
    this.#sink = calling ? null : start.sink;
    this.#channel = calling
      ? new ClientChannel(start.link, start.clientSid)
      : new ClientChannel(null, start.callSid);
    this.#ringing = new RingingDevices(calling ? [] : start.links, options.clock, () =>
      this.#dispatch({ type: "keep.expired" }),
    );
    this.#offerSdp = calling ? start.offerSdp : null;
    this.#opensEarly = calling && start.opensEarly;
    this.#path = new LegMediaPath(this.id, options);
    this.#restarts = new IceRestarts({
      clock: options.clock,
      rate: options.limits.restarts,
      restart: (sdp) => this.#path.restart(sdp),
      answer: (sdp) => this.#is("answered") && this.#channel.answer(sdp),
    });
  }

  get state(): LegState {
    return this.#state;
  }

  get isEnded(): boolean {
    return this.#state.status === "ended";
  }

  isOn(link: ClientLink): boolean {
    return this.#channel.link === link || this.#ringing.has(link);
  }

  isCarriedBy(link: ClientLink): boolean {
    return this.#channel.link === link && !this.isEnded;
  }

  /** Returns true when every ringing device is in another call, where the SDK ignores invites. */
  get isBusy(): boolean {
    return this.#ringing.every((link) => this.#options.isInCall(link));
  }

  get isWaiting(): boolean {
    return isUnanswered(this.#state) && this.#state.side === "called";
  }

  bind(sink: LegSink): void {
    this.#sink = sink;
  }

  ring(callSid: string): void {
    if (this.#state.status !== "inviting" || this.#state.side !== "calling") {
      return;
    }
    this.#channel.callSid = callSid;
    this.#channel.ring();
    this.#dispatch({ type: "rung" });
    if (this.#offerSdp !== null) {
      this.#path.prepare(this.#offerSdp);
    }
    if (this.#opensEarly) {
      // `answer` or `openEarly` reports the failure later.
      this.#openPath().catch(() => undefined);
    }
  }

  async openEarly(callSid: string): Promise<boolean> {
    this.ring(callSid);
    try {
      return this.#is("ringing") && (await this.#openPath());
    } catch (error) {
      this.#options.logger.info({ err: error, leg: this.id }, "call early media refused");
      this.#dispatch({
        type: "ended",
        end: { cause: "failed", voiceCode: VOICE_CODES.REMOTE_DESCRIPTION_FAILED },
      });
      return false;
    }
  }

  /** Sends `ringing` again, with the description that the SDK treats as final. */
  async #openPath(): Promise<boolean> {
    if (this.#offerSdp === null) {
      return false;
    }
    const sdp = await this.#path.describe(this.#offerSdp);
    if (!isUnanswered(this.#state)) {
      return this.#closeIfEnded();
    }
    if (!this.#path.isSent) {
      this.#path.isSent = true;
      this.#channel.ring(sdp);
    }
    return true;
  }

  async answer(callSid: string): Promise<void> {
    const offerSdp = this.#offerSdp;
    if (!isUnanswered(this.#state) || offerSdp === null) {
      return;
    }
    this.ring(callSid);
    this.#dispatch({ type: "accepted" });
    await this.#negotiate(async () => {
      const sdp = await this.#path.describe(offerSdp);
      if (this.#is("answering")) {
        this.#channel.answer(this.#path.isSent ? null : sdp);
      }
    });
  }

  decline(end: LegEnd): void {
    this.#dispatch({ type: "ended", end });
  }

  hangUp(end: LegEnd = { cause: "hangup" }): void {
    this.#dispatch({ type: "ended", end });
  }

  /**
   * Keeps messages while the client's socket is disconnected; returns false when there are too
   * many.
   */
  sendMessage(message: CallMessage): boolean {
    if (this.#state.status === "lost") {
      return this.#channel.bufferMessage(message);
    }
    this.#channel.sendMessage(message);
    return true;
  }

  async ringDevices(request: DialRequest): Promise<void> {
    const sdp = await this.#path.offer();
    if (this.#state.status !== "inviting") {
      return this.#path.close();
    }
    if (sdp === null) {
      return this.#dispatch({ type: "ended", end: NO_MEDIA });
    }
    const reconnect = this.#channel.token.text;
    const invite = buildInvite(request, { ...this.#options, sdp, reconnect });
    void this.#ringing.invite(invite).then(this.#handleInvited);
    this.#handleRinging();
  }

  async accept(link: ClientLink, answerSdp: string): Promise<void> {
    if (this.#state.status !== "ringing" || !this.#ringing.mayAnswer(link)) {
      if (this.#channel.link !== link) {
        sendHangup(link, this.#channel.callSid, null);
      }
      return;
    }
    await this.#connect(link, () => this.#path.accept(answerSdp));
  }

  reject(link: ClientLink): void {
    if (this.#ringing.remove(link)) {
      this.#dispatch({ type: "rejected" });
    }
  }

  hangUpByClient(link: ClientLink): void {
    if (this.isWaiting) {
      return this.#giveUp(link);
    }
    this.#channel.link = null;
    this.#dispatch({ type: "ended", end: { cause: "hangup" } });
  }

  /**
   * `w` means a pause between tones. The application gets digits and not tones, so pauses are
   * dropped.
   */
  receiveDtmf(digits: string): void {
    if (this.#state.status !== "answered" && this.#state.status !== "lost") {
      return;
    }
    for (const digit of digits.replace(/w/gi, "")) {
      this.#sink?.onDigit(digit);
    }
  }

  handleMessage(message: CallMessage): void {
    this.#sink?.onMessage(message);
  }

  async restartIce(link: ClientLink, offerSdp: string): Promise<void> {
    if (this.#state.status !== "answered") {
      return;
    }
    if (!this.#path.isFingerprintOf(offerSdp)) {
      return sendRefusal(link, this.#channel.callSid, VOICE_CODES.BAD_REQUEST);
    }
    await this.#restarts.ask(offerSdp);
  }

  /**
   * Connects the call of a client that returns on another socket, or accepts a ringing call on a
   * new path.
   */
  async reconnect(link: ClientLink, invite: ClientPayload<"invite">): Promise<void> {
    if (!this.#channel.token.matches(invite.reconnect)) {
      return this.rejectReconnect(link, VOICE_CODES.RECONNECT_NOT_AUTHORIZED);
    }
    if (this.#is("answering")) {
      await this.#negotiated;
    }
    if (this.#state.status === "ended") {
      return sendHangup(link, this.#channel.callSid, null);
    }
    if (this.isWaiting) {
      return await this.#moveToDevice(link, invite.sdp);
    }
    const isInCall = this.#state.status === "answered" || this.#state.status === "lost";
    if (!isInCall || !this.#path.isFingerprintOf(invite.sdp)) {
      return this.rejectReconnect(link, VOICE_CODES.RECONNECT_NOT_AUTHORIZED);
    }
    const mayRestart = !this.#path.isRestarted(invite.sdp) || this.#restarts.take();
    if (!mayRestart) {
      return this.rejectReconnect(link, VOICE_CODES.RATE_EXCEEDED);
    }
    // The waiting restart belongs to the previous socket; this request contains the newest offer.
    this.#restarts.stop();
    this.#channel.link = link;
    this.#dispatch({ type: "socket.back" });
    this.#channel.answer(await this.#path.resume(invite.sdp));
    // If this socket was disconnected meanwhile, the messages wait for the next socket.
    if (this.#channel.link === link) {
      this.#channel.flushMessages();
    }
  }

  /**
   * Refuses a reconnect. A client whose socket does not carry the call also gets a hangup, so that
   * its SDK does not wait.
   */
  rejectReconnect(link: ClientLink, voiceCode: VoiceCode): void {
    sendRefusal(link, this.#channel.callSid, voiceCode);
    if (this.isOn(link)) {
      return;
    }
    sendHangup(link, this.#channel.callSid, { cause: "failed", voiceCode });
  }

  socketClosed(link: ClientLink, reconnectMs: number): void {
    if (this.#ringing.has(link)) {
      return this.#ringing.awaitReturn(link, reconnectMs);
    }
    if (this.#channel.link !== link) {
      return;
    }
    this.#channel.link = null;
    this.#dispatch({ type: "socket.closed", canReconnect: reconnectMs > 0 });
    if (this.#state.status !== "lost") {
      return;
    }
    this.#cancelKeep = this.#options.clock.after(reconnectMs, () =>
      this.#dispatch({ type: "keep.expired" }),
    );
  }

  handleDeviceRegistered(link: ClientLink): void {
    if (this.isWaiting) {
      return this.#ringing.ringReturnedDevice(link) ? this.#handleRinging() : undefined;
    }
    // The SDK reconnects an accepted call before it registers. If the call is on another socket,
    // this device therefore does not have the call.
    const isElsewhere = this.#state.status !== "lost" && this.#channel.link !== link;
    if (this.#ringing.wasDisconnected(link) && isElsewhere) {
      sendCancel(link, this.#channel.callSid);
    }
  }

  #handleRinging(): void {
    if (this.#state.status !== "inviting") {
      return;
    }
    this.#dispatch({ type: "rung" });
    this.#sink?.onRinging();
  }

  async #moveToDevice(link: ClientLink, offerSdp: string): Promise<void> {
    this.#handleRinging();
    await this.#connect(link, async () => {
      const sdp = await this.#path.moveToDevice(offerSdp);
      if (this.#is("answering")) {
        this.#channel.answer(sdp);
      }
    });
  }

  async #connect(link: ClientLink, work: () => Promise<void>): Promise<void> {
    this.#ringing.remove(link);
    this.#ringing.cancel(this.#channel.callSid);
    this.#channel.link = link;
    this.#dispatch({ type: "accepted" });
    await this.#negotiate(work);
    if (this.#is("answered")) {
      this.#sink?.onAnswered();
    }
  }

  #giveUp(link: ClientLink): void {
    this.#ringing.declineDevice(link);
    if (this.#ringing.isEmpty) {
      this.#dispatch({ type: "rejected" });
    }
  }

  #negotiate(work: () => Promise<void>): Promise<void> {
    return (this.#negotiated = this.#finish(work));
  }

  async #finish(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#dispatch({ type: "negotiated" });
    } catch (error) {
      this.#options.logger.info({ err: error, leg: this.id }, "media negotiation failed");
      this.#dispatch({ type: "negotiation.failed", message: "the description was not usable" });
    }
    this.#closeIfEnded();
  }

  /**
   * Closes the path if the call ended while the path opened, because nothing uses the path then.
   */
  #closeIfEnded(): false {
    if (this.isEnded) {
      this.#path.close();
    }
    return false;
  }

  /** Reads the state after an await, because the compiler still assumes the earlier state. */
  #is(status: LegState["status"]): boolean {
    return this.#state.status === status;
  }

  #dispatch(event: LegEvent): void {
    const before = this.#state;
    this.#state = nextLegState(before, event);
    if (this.#state === before) {
      return;
    }
    if (before.status === "lost") {
      this.#cancelKeep();
    }
    if (this.#state.status === "ended") {
      this.#end(this.#state.end);
    }
  }

  #end(end: LegEnd): void {
    this.#handleInvited();
    this.#ringing.cancel(this.#channel.callSid);
    this.#channel.hangUp(end);
    this.#restarts.stop();
    this.#path.close();
    this.#options.onEnded();
    // This runs later, so that `control` gets the event only after its `decline` or `receive` has
    // returned.
    queueMicrotask(() => this.#sink?.onEnded(end));
  }
}
