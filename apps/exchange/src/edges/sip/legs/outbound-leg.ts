import { randomUUID } from "node:crypto";

import { type SipRequest, tagOf, TRANSACTION_TIMEOUT_MS } from "@linedesk/sip";
import type { DialRequest, Leg, LegEnd, LegSink } from "../../../calls/legs/leg.ts";
import { endOfStatus } from "../../../calls/legs/sip-status.ts";
import {
  notReferred,
  type ReferResult,
  transferBy,
  type TransferWish,
} from "../../../calls/legs/transfer.ts";
import type { Destination } from "../dialling/outbound-routes.ts";
import type { CallContext } from "../dialogs/call-context.ts";
import type { DialogSession } from "../sessions/dialog-session.ts";
import { MediaSession } from "../sessions/media-session.ts";
import { isTrunkFault } from "../trunks/trunk-table.ts";
import { EarlySound } from "./early-sound.ts";
import { keysInClear, noAnswerThere, unrefreshed } from "./leg-ends.ts";
import { OpenPlaces } from "./open-places.ts";
import { OutboundAttempt, type Reply, type SessionParts } from "./outbound-attempt.ts";
import { askedAgain, credentialsFor, makeInvite } from "./outbound-invite.ts";
import { nextOutbound, type OutboundEvent, type OutboundState } from "./outbound-state.ts";
import { Patience } from "./patience.ts";

export interface OutboundParts {
  context: CallContext;
  request: DialRequest;
  /** The places to try, one after the other. */
  destinations: AsyncGenerator<Destination, undefined>;
  sink: LegSink;
  onClosed: () => void;
}

/** A call that the exchange places over SIP, at one place after another until one takes it. */
export class OutboundLeg implements Leg {
  readonly id = `sip-${randomUUID()}`;
  readonly kind = "sip";
  readonly #parts: OutboundParts;
  readonly #media: MediaSession;
  readonly #places: OpenPlaces;
  readonly #early: EarlySound;
  readonly #patience: Patience;
  #state: OutboundState = { status: "preparing" };
  #attempt: OutboundAttempt | null = null;
  #session: DialogSession | null = null;
  #hasRung = false;
  #stopTimer: () => void;

  constructor(parts: OutboundParts) {
    this.#parts = parts;
    const { context } = parts;
    this.#places = new OpenPlaces(context, parts.destinations);
    this.#patience = new Patience(context);
    this.#media = new MediaSession({
      leg: this.id,
      media: context.media,
      addressOf: (rtpAddress) =>
        context.mediaAddress(this.#attempt?.destination.target.address ?? rtpAddress, rtpAddress),
      terms: () => this.#attempt?.terms ?? {},
    });
    this.#early = new EarlySound({
      media: this.#media,
      logger: context.logger,
      onHeard: (isHeard) => parts.sink.onEarlyMedia?.(isHeard),
    });
    this.#stopTimer = context.clock.after(context.limits.maxSetupMs, () => {
      this.#end({ cause: "no-answer" }, "us");
    });
  }

  /** Of the place that is tried now, and of the last one in the end. */
  get trunkSid(): string | null {
    return this.#attempt?.destination.trunk?.sid ?? null;
  }

  start(): void {
    this.#advance({ cause: "unreachable", message: "no address to send to" });
  }

  /** Only calling parties are told that it rings. */
  ring(): void {}

  /** A called party answers by himself. */
  answer(): Promise<void> {
    return Promise.resolve();
  }

  decline(end: LegEnd): void {
    this.#end(end, "us");
  }

  hangUp(end: LegEnd = { cause: "hangup" }): void {
    this.#end(end, "us");
  }

  /** By INFO where the trunk is so configured; else the media carries the keys. */
  keyDigits(digits: string): boolean {
    const isByInfo = this.#attempt?.destination.trunk?.digits === "info";
    if (isByInfo) {
      this.#session?.keyDigits(digits);
    }
    return isByInfo;
  }

  async refer(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult> {
    const session = this.#state.status === "talking" ? this.#session : null;
    return session === null ? notReferred : await session.refer(to, onProgress);
  }

  /** Goes to the next place; with none left the call ends as the last one said. */
  #advance(last: LegEnd): void {
    this.#tryNext(last).catch((error: unknown) => {
      this.#parts.context.logger.error({ err: error, leg: this.id }, "a call could not go on");
    });
  }

  async #tryNext(last: LegEnd): Promise<void> {
    const { context, request } = this.#parts;
    const place = await this.#places.next();
    if (this.#state.status !== "preparing") {
      return place?.freeChannel();
    }
    if (place === null) {
      return this.#end(last, "callee");
    }
    const attempt = new OutboundAttempt(context, place, this.#sessionParts(place.destination));
    this.#attempt = attempt;
    if (attempt.terms.srtp === "refused") {
      attempt.leave();
      return await this.#tryNext(keysInClear);
    }
    const offer = await this.#offer();
    if (offer === null || this.#state.status !== "preparing") {
      return attempt.leave();
    }
    this.#dispatch({ type: "prepared" });
    this.#send(attempt, makeInvite(request, attempt.destination, { context, offer }));
    this.#patience.start(() => this.#leaveIfSilent(attempt));
  }

  async #offer(): Promise<string | null> {
    try {
      return await this.#media.makeOffer();
    } catch (error) {
      this.#parts.context.logger.warn({ err: error, leg: this.id }, "media of a call failed");
      this.#end({ cause: "failed", message: "no media" }, "us");
      return null;
    }
  }

  async #leaveIfSilent(attempt: OutboundAttempt): Promise<void> {
    const hasMore = await this.#places.hasMore();
    const isSilent = this.#attempt === attempt && this.#state.status === "calling";
    if (hasMore && isSilent) {
      this.#leave(noAnswerThere);
    }
  }

  #send(attempt: OutboundAttempt, request: SipRequest): void {
    attempt.send(request, {
      onResponse: (reply) => this.#handleReply(attempt, reply),
      onTimeout: () => {
        if (attempt === this.#attempt) {
          this.#leave(noAnswerThere);
        }
      },
    });
  }

  #handleReply(attempt: OutboundAttempt, reply: Reply): void {
    const { status } = reply.response;
    if (status >= 200 && status < 300) {
      return this.#handleAccept(attempt, reply);
    }
    if (attempt !== this.#attempt) {
      // A place that was given up on speaks after all: it must not go on ringing there.
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
      void this.#early.hear(tagOf(to), body, isAsking);
    }
  }

  #isAsking(attempt: OutboundAttempt): boolean {
    const { status } = this.#state;
    return attempt === this.#attempt && (status === "proceeding" || status === "ringing");
  }

  #handleRefusal(attempt: OutboundAttempt, reply: Reply): void {
    const { status, reason } = reply.response;
    const isGivenUp = this.#state.status === "cancelling";
    const again = isGivenUp ? null : askedAgain(reply, attempt.session.credentials);
    if (again !== null) {
      return this.#send(attempt, again);
    }
    const end = endOfStatus(status, reason);
    const isRedirect = status >= 300 && status < 400;
    const isSentOn = isRedirect && this.#places.redirect(reply.response, attempt.destination);
    if (isSentOn || isTrunkFault(status)) {
      return this.#leave(end);
    }
    this.#end(end, "callee");
  }

  /** This place cannot carry the call; another may. */
  #leave(end: LegEnd): void {
    this.#attempt?.leave();
    this.#patience.stop();
    const before = this.#state;
    this.#dispatch({ type: "rerouted" });
    this.#early.end();
    if (this.#state !== before) {
      return this.#advance(end);
    }
    this.#end(end, "callee");
  }

  /** Every 2xx is acknowledged, also again; those of further branches are hung up at once. */
  #handleAccept(attempt: OutboundAttempt, reply: Reply): void {
    const dialog = attempt.acknowledge(reply);
    if (dialog === null) {
      return;
    }
    const own = this.#session?.dialog;
    if (own?.remoteTag === dialog.remoteTag && own.callId === dialog.callId) {
      return;
    }
    const isLate = attempt !== this.#attempt || this.#state.status === "preparing";
    const isWanted = this.#session === null && this.#state.status !== "ended" && !isLate;
    const session = attempt.confirm(reply.response, dialog);
    if (!isWanted) {
      return session.hangUp();
    }
    this.#session = session;
    attempt.forgetOthers();
    this.#dispatch({ type: "accepted" });
    if (this.#state.status === "connecting") {
      void this.#connect(reply.response.body);
    }
  }

  #sessionParts(destination: Destination): SessionParts {
    const user = {
      onBye: () => this.#handleBye(),
      onDigit: (digit: string) => this.#parts.sink.onDigit(digit),
      onTransfer: (wish: TransferWish) => transferBy(this.#parts.sink, wish),
      onExpired: () => this.#end(unrefreshed, "us"),
    };
    return {
      leg: this.id,
      media: this.#media,
      user,
      credentials: credentialsFor(this.#parts.request, destination),
    };
  }

  /** Who hangs up before his sound is there has answered all the same. */
  #handleBye(): void {
    this.#dispatch({ type: "connected" });
    this.#end({ cause: "hangup" }, "callee");
  }

  async #connect(sdp: string): Promise<void> {
    try {
      // Who has described himself early need not do it again.
      if (sdp !== "" || !this.#early.isDescribed) {
        await this.#media.acceptAnswer(sdp);
      }
      this.#dispatch({ type: "connected" });
    } catch (error) {
      this.#parts.context.logger.warn({ err: error, leg: this.id }, "media of a call failed");
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
      this.#patience.stop();
    }
    if (state.status === "ringing") {
      this.#tellRinging();
    }
    if (state.status === "talking") {
      this.#handleTalking();
    }
    if (state.status === "ended") {
      this.#finish(before, state);
    }
  }

  /** Once, though a second place may ring after the first. */
  #tellRinging(): void {
    if (!this.#hasRung) {
      this.#parts.sink.onRinging();
    }
    this.#hasRung = true;
  }

  #handleTalking(): void {
    this.#stopTimer();
    this.#parts.sink.onAnswered();
  }

  /** CANCEL goes out once; an INVITE that ignores it is not waited for beyond 64 T1. */
  #giveUp(before: OutboundState, state: OutboundState & { status: "cancelling" }): void {
    if (state.isCancelSent) {
      this.#attempt?.cancel();
    }
    if (before.status === "cancelling") {
      return;
    }
    this.#patience.stop();
    this.#stopTimer();
    this.#stopTimer = this.#parts.context.clock.after(2 * TRANSACTION_TIMEOUT_MS, () =>
      this.#end(state.end, "callee"),
    );
    this.#parts.sink.onEnded(state.end);
    this.#media.close();
  }

  #finish(before: OutboundState, { end, by }: { end: LegEnd; by: "us" | "callee" }): void {
    this.#stopTimer();
    this.#attempt?.leave();
    if (by === "us") {
      this.#session?.hangUp();
    }
    // Told first, so that the core can still ask for the statistics of the media.
    try {
      if (before.status !== "cancelling") {
        this.#parts.sink.onEnded(end);
      }
    } finally {
      this.#media.close();
      this.#parts.onClosed();
    }
  }
}
