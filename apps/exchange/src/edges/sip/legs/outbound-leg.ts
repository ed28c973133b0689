import { randomUUID } from "node:crypto";

import type { RtpEndpoint } from "@linedesk/audio";
import { type SipRequest, readTag, TRANSACTION_TIMEOUT_MS } from "@linedesk/sip";
import type { DialRequest, Leg, LegEnd, LegSink, SipDialog } from "../../../calls/legs/leg.ts";
import { toLegEnd } from "../../../calls/legs/sip-status.ts";
import type { StoredLeg } from "../../../calls/legs/stored-leg.ts";
import {
  noReferResult,
  type ReferResult,
  forwardTransferRequest,
  type TransferRequest,
} from "../../../calls/legs/transfer-request.ts";
import type { Destination } from "../dialling/resolve-route.ts";
import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";
import type { DialogSession } from "../sessions/dialog-session.ts";
import { MediaSession } from "../sessions/media-session.ts";
import { isTrunkFault } from "../trunks/trunks-for.ts";
import { EarlyMedia } from "./early-media.ts";
import { FailoverTimer } from "./failover-timer.ts";
import { legEnds } from "./leg-ends.ts";
import { retryInvite, credentialsFor, makeInvite } from "./make-invite.ts";
import { OutboundAttempt, type Reply, type SessionParts } from "./outbound-attempt.ts";
import { nextOutbound, type OutboundEvent, type OutboundState } from "./outbound-state.ts";
import { RouteHunter } from "./route-hunter.ts";
import { toStoredAnswered } from "./to-stored-answered.ts";

export interface OutboundLegDeps {
  context: SipCallDeps;
  request: DialRequest;
  destinations: AsyncGenerator<Destination, undefined>;
  sink: LegSink;
  onClosed: () => void;
}

export class OutboundLeg implements Leg {
  readonly id = `sip-${randomUUID()}`;
  readonly kind = "sip";
  readonly #deps: OutboundLegDeps;
  readonly #media: MediaSession;
  readonly #hunter: RouteHunter;
  readonly #early: EarlyMedia;
  readonly #failoverTimer: FailoverTimer;
  #state: OutboundState = { status: "preparing" };
  #attempt: OutboundAttempt | null = null;
  #session: DialogSession | null = null;
  #inviteCSeq: number | null = null;
  #hasRung = false;
  #stopTimer: () => void;

  constructor(parts: OutboundLegDeps) {
    this.#deps = parts;
    const { context } = parts;
    this.#hunter = new RouteHunter(context.routing, parts.destinations);
    this.#failoverTimer = new FailoverTimer(context);
    this.#media = new MediaSession({
      leg: this.id,
      media: context.media,
      addressOf: (rtpAddress) =>
        context.mediaAddress(this.#attempt?.destination.target.address ?? rtpAddress, rtpAddress),
      sipHost: () => this.#sipHost,
      terms: () => this.#attempt?.terms ?? {},
      onStoredChange: () => this.#session !== null && this.#deps.sink.onStoredChange?.(),
    });
    this.#early = new EarlyMedia({
      media: this.#media,
      logger: context.logger,
      onChange: (hasEarlyMedia) => parts.sink.onEarlyMedia?.(hasEarlyMedia),
    });
    this.#stopTimer = context.clock.after(context.limits.maxSetupMs, () => {
      this.#end({ cause: "no-answer" }, "us");
    });
  }

  get trunkSid(): string | null {
    return this.#attempt?.destination.trunk?.sid ?? null;
  }

  get sip(): SipDialog | null {
    return this.#attempt?.sip ?? null;
  }

  get #sipHost(): string | null {
    const target = this.#attempt?.destination.target ?? null;
    return (this.#session?.dialog.source ?? target)?.address ?? null;
  }

  start(): void {
    this.#advance({ cause: "unreachable", message: "no address to send to" });
  }

  /** Does nothing, because only calling parties receive ringing. */
  ring(): void {}

  /** Does nothing, because a called party answers by itself. */
  answer(): Promise<void> {
    return Promise.resolve();
  }

  decline(end: LegEnd): void {
    this.#end(end, "us");
  }

  hangUp(end: LegEnd = { cause: "hangup" }): void {
    this.#end(end, "us");
  }

  /** A trunk may require INFO; otherwise the media side sends the digits. */
  sendDtmf(digits: string): boolean {
    const isByInfo = this.#attempt?.destination.trunk?.digits === "info";
    if (isByInfo) {
      this.#session?.sendDtmf(digits);
    }
    return isByInfo;
  }

  async refer(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult> {
    const session = this.#state.status === "talking" ? this.#session : null;
    return session === null ? noReferResult : await session.refer(to, onProgress);
  }

  setSilent(isSilent: boolean): void {
    this.#session?.setSilent(isSilent && this.#state.status === "talking");
  }

  handleSource(source: RtpEndpoint): void {
    this.#media.handleSource(source);
  }

  toStored(): StoredLeg | null {
    const { status } = this.#state;
    if (status === "ended" || status === "cancelling") {
      return null;
    }
    if (this.#session === null) {
      return this.#attempt?.toStored() ?? null;
    }
    const { id } = this;
    const [session, media, inviteCSeq] = [this.#session, this.#media, this.#inviteCSeq];
    return toStoredAnswered({ id, session, media, inviteCSeq });
  }

  /** Tries the next destination; without one the call ends with the last result. */
  #advance(last: LegEnd): void {
    this.#tryNext(last).catch((error: unknown) => {
      this.#deps.context.logger.error({ err: error, leg: this.id }, "call routing failed");
    });
  }

  async #tryNext(last: LegEnd): Promise<void> {
    const { context, request } = this.#deps;
    const reserved = await this.#hunter.next();
    if (this.#state.status !== "preparing") {
      return reserved?.freeChannel();
    }
    if (reserved === null) {
      return this.#end(last, "callee");
    }
    const attempt = new OutboundAttempt(
      context,
      reserved,
      this.#sessionParts(reserved.destination),
    );
    this.#attempt = attempt;
    if (attempt.terms.srtp === "refused") {
      attempt.abandon();
      return await this.#tryNext(legEnds.unencryptedSignalling);
    }
    const offer = await this.#offer();
    if (offer === null || this.#state.status !== "preparing") {
      return attempt.abandon();
    }
    this.#dispatch({ type: "prepared" });
    this.#send(attempt, makeInvite(request, attempt.destination, { context, offer }));
    this.#failoverTimer.start(() => this.#checkFailover(attempt));
  }

  async #offer(): Promise<string | null> {
    try {
      return await this.#media.makeOffer();
    } catch (error) {
      this.#deps.context.logger.warn({ err: error, leg: this.id }, "media of call failed");
      this.#end({ cause: "failed", message: "no media" }, "us");
      return null;
    }
  }

  async #checkFailover(attempt: OutboundAttempt): Promise<void> {
    const hasMore = await this.#hunter.hasMore();
    const isUnanswered = this.#attempt === attempt && this.#state.status === "calling";
    if (hasMore && isUnanswered) {
      this.#failOver(legEnds.destinationTimeout);
    }
  }

  #send(attempt: OutboundAttempt, request: SipRequest): void {
    attempt.send(request, {
      onResponse: (reply) => this.#handleReply(attempt, reply),
      onTimeout: () => {
        if (attempt === this.#attempt) {
          this.#failOver(legEnds.destinationTimeout);
        }
      },
    });
    this.#deps.sink.onStoredChange?.();
  }

  #handleReply(attempt: OutboundAttempt, reply: Reply): void {
    const { status } = reply.response;
    if (status >= 200 && status < 300) {
      return this.#handleAccept(attempt, reply);
    }
    if (attempt !== this.#attempt) {
      // An abandoned destination responds late, so it must be stopped from ringing.
      if (status < 200) {
        attempt.cancel();
      }
    } else if (status < 200) {
      this.#handleProgress(attempt, reply);
    } else {
      this.#handleRefusal(attempt, reply);
    }
  }

  #handleProgress(attempt: OutboundAttempt, reply: Reply): void {
    if (!attempt.takeProgress(reply)) {
      return;
    }
    const { status, body, to } = reply.response;
    this.#dispatch({ type: "progress", isRinging: status === 180 || status === 183 });
    const isAsking = (): boolean => this.#isAsking(attempt);
    if (isAsking()) {
      void this.#early.accept(readTag(to), body, isAsking);
    }
  }

  #isAsking(attempt: OutboundAttempt): boolean {
    const { status } = this.#state;
    return attempt === this.#attempt && (status === "proceeding" || status === "ringing");
  }

  #handleRefusal(attempt: OutboundAttempt, reply: Reply): void {
    const { status, reason } = reply.response;
    const isGivenUp = this.#state.status === "cancelling";
    const again = isGivenUp ? null : retryInvite(reply, attempt.session.credentials);
    if (again !== null) {
      return this.#send(attempt, again);
    }
    const end = toLegEnd(status, reason);
    const isRedirect = status >= 300 && status < 400;
    const isSentOn = isRedirect && this.#hunter.redirect(reply.response, attempt.destination);
    if (isSentOn || isTrunkFault(status)) {
      return this.#failOver(end);
    }
    this.#end(end, "callee");
  }

  /** Gives up this destination, because it cannot carry the call, and tries the next one. */
  #failOver(end: LegEnd): void {
    this.#attempt?.abandon();
    this.#failoverTimer.stop();
    const before = this.#state;
    this.#dispatch({ type: "rerouted" });
    this.#early.end();
    if (this.#state !== before) {
      return this.#advance(end);
    }
    this.#end(end, "callee");
  }

  /**
   * Acknowledges every 2xx, even repeated ones. The dialogs of further forks are hung up
   * immediately.
   */
  #handleAccept(attempt: OutboundAttempt, reply: Reply): void {
    const dialog = attempt.openDialog(reply);
    if (dialog === null) {
      return;
    }
    const own = this.#session?.dialog;
    if (own?.remoteTag === dialog.remoteTag && own.callId === dialog.callId) {
      return attempt.acknowledge(reply, dialog);
    }
    const isLate = attempt !== this.#attempt || this.#state.status === "preparing";
    const isWanted = this.#session === null && this.#state.status !== "ended" && !isLate;
    const session = attempt.confirm(reply.response, dialog);
    if (isWanted) {
      this.#session = session;
      this.#inviteCSeq = reply.response.cseq.number;
      // The far end talks after the ACK, so a crash must not lose the call from then on.
      this.#deps.sink.onStoredChange?.();
    }
    attempt.acknowledge(reply, dialog);
    if (!isWanted) {
      return session.hangUp();
    }
    attempt.closeOtherForks();
    this.#dispatch({ type: "accepted" });
    if (this.#state.status === "connecting") {
      void this.#connect(reply.response.body);
    }
  }

  #sessionParts(destination: Destination): SessionParts {
    const user = {
      onBye: () => this.#handleBye(),
      onDigit: (digit: string) => this.#deps.sink.onDigit(digit),
      onTransfer: (transferRequest: TransferRequest) =>
        forwardTransferRequest(this.#deps.sink, transferRequest),
      onExpired: () => this.#end(legEnds.sessionExpired, "us"),
      onVanished: () => this.#end(legEnds.vanished, "us"),
      onMoved: () => this.#deps.sink.onStoredChange?.(),
    };
    return {
      leg: this.id,
      media: this.#media,
      user,
      credentials: credentialsFor(this.#deps.request, destination),
    };
  }

  /** A party that hangs up before its media is ready has nevertheless answered. */
  #handleBye(): void {
    this.#dispatch({ type: "connected" });
    this.#end({ cause: "hangup" }, "callee");
  }

  async #connect(sdp: string): Promise<void> {
    try {
      // The far end need not repeat its early description in the answer.
      if (sdp !== "" || !this.#early.isDescribed) {
        await this.#media.acceptAnswer(sdp);
      }
      this.#dispatch({ type: "connected" });
    } catch (error) {
      this.#deps.context.logger.warn({ err: error, leg: this.id }, "media of call failed");
      this.#end({ cause: "failed", sipCode: 488, message: "no common audio" }, "us");
    }
  }

  #end(end: LegEnd, by: "us" | "callee"): void {
    this.#dispatch({ type: "end", end, by });
  }

  #dispatch(event: OutboundEvent): void {
    const before = this.#state;
    const state = nextOutbound(before, event);
    this.#state = state;
    if (state === before) {
      return;
    }
    if (state.status === "cancelling") {
      return this.#giveUp(before, state);
    }
    if (state.status === before.status) {
      return;
    }
    if (state.status !== "calling") {
      this.#failoverTimer.stop();
    }
    if (state.status === "ringing") {
      this.#reportRinging();
    }
    if (state.status === "talking") {
      this.#stopTimer();
      this.#deps.sink.onAnswered();
    }
    if (state.status === "ended") {
      this.#finish(before, state);
    }
  }

  #reportRinging(): void {
    if (!this.#hasRung) {
      this.#deps.sink.onRinging();
    }
    this.#hasRung = true;
  }

  /** Sends CANCEL once. If the far end ignores it, drops the INVITE after 64 s. */
  #giveUp(before: OutboundState, state: OutboundState & { status: "cancelling" }): void {
    if (state.isCancelSent) {
      this.#attempt?.cancel();
    }
    if (before.status === "cancelling") {
      return;
    }
    this.#failoverTimer.stop();
    this.#stopTimer();
    this.#stopTimer = this.#deps.context.clock.after(2 * TRANSACTION_TIMEOUT_MS, () =>
      this.#end(state.end, "callee"),
    );
    this.#deps.sink.onEnded(state.end);
    this.#media.close();
  }

  #finish(before: OutboundState, { end, by }: { end: LegEnd; by: "us" | "callee" }): void {
    this.#stopTimer();
    this.#attempt?.abandon();
    if (by === "us") {
      this.#session?.hangUp();
    }
    // Report the end before closing, so that `control` can still read the media statistics.
    try {
      if (before.status !== "cancelling") {
        this.#deps.sink.onEnded(end);
      }
    } finally {
      this.#media.close();
      this.#deps.onClosed();
    }
  }
}
