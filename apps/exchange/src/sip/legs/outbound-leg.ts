import { randomUUID } from "node:crypto";
import type { DialRequest, Leg, LegEnd, LegSink } from "../../calls/leg.ts";
import { type CallContext, contactHeader } from "../call-context.ts";
import { type ClientTransaction, sameCallRequest } from "../transactions/client-transaction.ts";
import type { Credentials } from "../dialogs/digest.ts";
import { withCredentials } from "../dialogs/digest-retry.ts";
import { dialogOfAnswer, requestWithin } from "../dialogs/dialog.ts";
import { type DialogParts, DialogSession } from "../dialogs/dialog-session.ts";
import { EarlyDialogs } from "../dialogs/early-dialogs.ts";
import { MediaSession } from "../sdp/media-session.ts";
import { makeInvite, withLongerSession } from "./outbound-invite.ts";
import type { Destination } from "../dialling/outbound-routes.ts";
import { nextOutbound, type OutboundEvent, type OutboundState } from "./outbound-state.ts";
import { Redirects } from "../dialling/redirects.ts";
import { endOfStatus } from "../messages/response-codes.ts";
import type { AudioTerms } from "../sdp/sdp-negotiation.ts";
import {
  type Incoming,
  type SipRequest,
  type SipResponse,
  tagOf,
} from "../messages/sip-message.ts";
import { parseSipUri } from "../messages/sip-uri.ts";
import { transactionTimeoutMs } from "../transactions/timers.ts";
import { audioTermsOn } from "../trunks/trunk-audio.ts";
import { isTrunkFault } from "../trunks/trunk-table.ts";

export interface OutboundParts {
  context: CallContext;
  request: DialRequest;
  /** The places to try, one after the other. */
  destinations: AsyncGenerator<Destination, undefined>;
  sink: LegSink;
  onClosed: () => void;
}

/** One INVITE to one place. */
interface Attempt {
  destination: Destination;
  /** The latest transaction of it: a challenge makes a second. */
  invite: ClientTransaction | null;
  isCancelled: boolean;
  freeChannel: () => void;
  early: EarlyDialogs;
}

const unrefreshed: LegEnd = { cause: "signalling-lost", message: "the call was not refreshed" };

const keysInClear: LegEnd = {
  cause: "failed",
  message: "the trunk requires encryption, and its keys may not be told in the clear",
};

/** At how many places a call is tried, redirects included. */
const maxAttempts = 12;

/** An address that is no trunk's is spoken to in the clear. */
function termsAt(place: Destination | null): AudioTerms {
  return place === null || place.trunk === null ? {} : audioTermsOn(place.trunk, place.target);
}

/** A call that the exchange places over SIP, at one place after another until one takes it. */
export class OutboundLeg implements Leg {
  readonly id = `sip-${randomUUID()}`;
  readonly kind = "sip";
  readonly #parts: OutboundParts;
  readonly #media: MediaSession;
  readonly #redirects: Redirects;
  #state: OutboundState = { status: "preparing" };
  #attempt: Attempt | null = null;
  #attempts = 0;
  #session: DialogSession | null = null;
  #hasRung = false;
  /** The description by which the far end is heard before it answers. */
  #earlySdp: string | null = null;
  #stopTimer: () => void;
  #stopPatience: () => void = () => undefined;

  constructor(parts: OutboundParts) {
    this.#parts = parts;
    const { context } = parts;
    this.#redirects = new Redirects(context);
    this.#media = new MediaSession({
      leg: this.id,
      media: context.media,
      addressOf: (rtpAddress) =>
        context.mediaAddress(this.#attempt?.destination.target.address ?? rtpAddress, rtpAddress),
      terms: () => termsAt(this.#attempt?.destination ?? null),
    });
    this.#stopTimer = context.clock.after(context.limits.maxSetupMs, () => {
      this.#end({ cause: "no-answer" }, "us");
    });
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
    if (isByInfo) this.#session?.keyDigits(digits);
    return isByInfo;
  }

  /** Goes to the next place; with none left the call ends as the last one said. */
  #advance(last: LegEnd): void {
    this.#tryNext(last).catch((error: unknown) => {
      this.#parts.context.logger.error({ err: error, leg: this.id }, "a call could not go on");
    });
  }

  async #tryNext(last: LegEnd): Promise<void> {
    const { context, request } = this.#parts;
    const attempt = await this.#nextAttempt();
    if (this.#state.status !== "preparing") return attempt?.freeChannel();
    if (attempt === null) return this.#end(last, "callee");
    this.#attempt = attempt;
    if (termsAt(attempt.destination).srtp === "refused") {
      attempt.freeChannel();
      return await this.#tryNext(keysInClear);
    }
    const offer = await this.#offer();
    if (offer === null || this.#state.status !== "preparing") return attempt.freeChannel();
    this.#dispatch({ type: "prepared" });
    this.#send(attempt, makeInvite(request, attempt.destination, { context, offer }));
    this.#watchPatience(attempt);
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

  /** The next place that has a channel for us. */
  async #nextAttempt(): Promise<Attempt | null> {
    while (this.#attempts < maxAttempts) {
      this.#attempts += 1;
      const next = await this.#redirects.next(this.#parts.destinations);
      if (next === null) return null;
      const { lines } = this.#parts.context;
      const free = next.trunk === null ? () => undefined : lines.take(next.trunk);
      if (free !== null) {
        const early = new EarlyDialogs(this.#parts.context, this.#sessionParts(next));
        return { destination: next, invite: null, isCancelled: false, freeChannel: free, early };
      }
    }
    return null;
  }

  /** A place that says nothing at all is left for the next one, long before timer B. */
  #watchPatience(attempt: Attempt): void {
    const { context } = this.#parts;
    this.#stopPatience();
    this.#stopPatience = context.clock.after(context.limits.patienceMs, () => {
      this.#leaveIfSilent(attempt).catch((error: unknown) => {
        context.logger.error({ err: error, leg: this.id }, "a call could not go on");
      });
    });
  }

  async #leaveIfSilent(attempt: Attempt): Promise<void> {
    const hasMore = await this.#redirects.hasMore(this.#parts.destinations);
    const isSilent = this.#attempt === attempt && this.#state.status === "calling";
    if (hasMore && isSilent) this.#leave({ cause: "unreachable", sipCode: 408 });
  }

  #send(attempt: Attempt, request: SipRequest): void {
    const { context } = this.#parts;
    const { target } = attempt.destination;
    const parts = { request, target, sentBy: context.sentBy(target) };
    attempt.invite = context.transactions.request(parts, {
      onResponse: (response) => this.#handleResponse(attempt, request, response),
      onTimeout: () => {
        if (attempt === this.#attempt) this.#leave({ cause: "unreachable", sipCode: 408 });
      },
    });
  }

  #handleResponse(attempt: Attempt, request: SipRequest, response: Incoming<SipResponse>): void {
    if (response.status >= 200 && response.status < 300) {
      return this.#handleAccept(attempt, request, response);
    }
    if (attempt !== this.#attempt) return this.#cancelLate(attempt, response.status);
    if (response.status < 200) return this.#handleProgress(attempt, request, response);
    this.#handleRefusal(attempt, request, response);
  }

  #handleProgress(attempt: Attempt, request: SipRequest, response: Incoming<SipResponse>): void {
    if (!attempt.early.take(request, response)) return;
    const isRinging = response.status === 180 || response.status === 183;
    this.#dispatch({ type: "progress", isRinging });
    const isNew = response.body !== "" && response.body !== this.#earlySdp;
    if (isNew && this.#isAsking(attempt)) void this.#hearEarly(attempt, response.body);
  }

  /** What the far end lets be heard before its answer; what cannot be read is left until then. */
  async #hearEarly(attempt: Attempt, sdp: string): Promise<void> {
    const wasHeard = this.#earlySdp !== null;
    this.#earlySdp = sdp;
    try {
      await this.#media.acceptAnswer(sdp);
      if (!wasHeard && this.#isAsking(attempt)) this.#parts.sink.onEarlyMedia?.(true);
    } catch (error) {
      this.#parts.context.logger.debug({ err: error, leg: this.id }, "early media of no use");
      if (!wasHeard) this.#earlySdp = null;
    }
  }

  #isAsking(attempt: Attempt): boolean {
    const { status } = this.#state;
    return attempt === this.#attempt && (status === "proceeding" || status === "ringing");
  }

  /** The trunk's, or those that came with the call for the host that it was placed to. */
  #credentialsFor({ trunk, uri }: Destination): Credentials | null {
    if (trunk !== null) return trunk.credentials;
    const { to, credentials = null } = this.#parts.request;
    return parseSipUri(uri)?.host === parseSipUri(to)?.host ? credentials : null;
  }

  #handleRefusal(attempt: Attempt, request: SipRequest, response: Incoming<SipResponse>): void {
    const { status } = response;
    const credentials = this.#credentialsFor(attempt.destination);
    const retry = withCredentials(request, response, credentials);
    if (retry !== null && this.#state.status !== "cancelling") return this.#send(attempt, retry);
    const end = endOfStatus(status, response.reason);
    if (status === 422 && this.#state.status !== "cancelling") {
      const longer = withLongerSession(request, response);
      if (longer !== null) return this.#send(attempt, longer);
    }
    const isRedirect = status >= 300 && status < 400;
    if (isRedirect && this.#redirects.take(response, attempt.destination)) return this.#leave(end);
    if (isTrunkFault(status)) return this.#leave(end);
    this.#end(end, "callee");
  }

  /** This place cannot carry the call; another may. */
  #leave(end: LegEnd): void {
    this.#attempt?.freeChannel();
    this.#attempt?.early.close();
    this.#stopPatience();
    const before = this.#state;
    this.#dispatch({ type: "rerouted" });
    if (this.#earlySdp !== null) this.#parts.sink.onEarlyMedia?.(false);
    this.#earlySdp = null;
    if (this.#state !== before) return this.#advance(end);
    this.#end(end, "callee");
  }

  /** A place that was given up on speaks after all: it must not go on ringing there. */
  #cancelLate(attempt: Attempt, status: number): void {
    if (status < 200) this.#sendCancel(attempt);
  }

  /** Every 2xx is acknowledged, also again; those of further branches are hung up at once. */
  #handleAccept(attempt: Attempt, request: SipRequest, response: Incoming<SipResponse>): void {
    const { context } = this.#parts;
    const contact = contactHeader(context, response.source);
    const dialog = dialogOfAnswer(request, response, contact);
    const ack = requestWithin(dialog, "ACK", response.cseq.number);
    context.transactions.sendAck({ ...ack, sentBy: context.sentBy(ack.target) });
    const own = this.#session?.dialog;
    if (own?.remoteTag === tagOf(response.to) && own.callId === response.callId) return;
    const isLate = attempt !== this.#attempt || this.#state.status === "preparing";
    const isWanted = this.#session === null && this.#state.status !== "ended" && !isLate;
    const early = attempt.early.claim(dialog.remoteTag);
    early?.confirm(response, dialog);
    const session =
      early ??
      new DialogSession(context, dialog, {
        ...this.#sessionParts(attempt.destination),
        answer: response,
      });
    if (!isWanted) return session.hangUp();
    this.#session = session;
    attempt.early.close();
    this.#dispatch({ type: "accepted" });
    if (this.#state.status === "connecting") void this.#connect(response.body);
  }

  #sessionParts(destination: Destination): Omit<DialogParts, "answer"> {
    const user = {
      onBye: () => this.#end({ cause: "hangup" }, "callee"),
      onDigit: (digit: string) => this.#parts.sink.onDigit(digit),
      onExpired: () => this.#end(unrefreshed, "us"),
    };
    return { media: this.#media, user, credentials: this.#credentialsFor(destination) };
  }

  async #connect(sdp: string): Promise<void> {
    try {
      // Who has described himself early need not do it again.
      if (sdp !== "" || this.#earlySdp === null) await this.#media.acceptAnswer(sdp);
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
    if (state === before) return;
    if (state.status === "cancelling") return this.#giveUp(before, state);
    if (state.status === before.status) return;
    if (state.status !== "calling") this.#stopPatience();
    if (state.status === "ringing") this.#tellRinging();
    if (state.status === "talking") this.#handleTalking();
    if (state.status === "ended") this.#finish(before, state);
  }

  /** Once, though a second place may ring after the first. */
  #tellRinging(): void {
    if (!this.#hasRung) this.#parts.sink.onRinging();
    this.#hasRung = true;
  }

  #handleTalking(): void {
    this.#stopTimer();
    this.#parts.sink.onAnswered();
  }

  /** CANCEL goes out once; an INVITE that ignores it is not waited for beyond 64 T1. */
  #giveUp(before: OutboundState, state: OutboundState & { status: "cancelling" }): void {
    const wasSent = before.status === "cancelling" && before.isCancelSent;
    if (state.isCancelSent && !wasSent && this.#attempt !== null) this.#sendCancel(this.#attempt);
    if (before.status === "cancelling") return;
    this.#stopPatience();
    this.#stopTimer();
    this.#stopTimer = this.#parts.context.clock.after(2 * transactionTimeoutMs, () =>
      this.#end(state.end, "callee"),
    );
    this.#parts.sink.onEnded(state.end);
    this.#media.close();
  }

  #sendCancel(attempt: Attempt): void {
    if (attempt.invite === null || attempt.isCancelled) return;
    attempt.isCancelled = true;
    const { request, target, sentBy, branch } = attempt.invite;
    const cancel = sameCallRequest(request, "CANCEL");
    const nothing = { onResponse: () => undefined, onTimeout: () => undefined };
    this.#parts.context.transactions.request({ request: cancel, target, sentBy, branch }, nothing);
  }

  #finish(before: OutboundState, { end, by }: { end: LegEnd; by: "us" | "callee" }): void {
    this.#stopTimer();
    this.#attempt?.early.close();
    this.#attempt?.freeChannel();
    if (by === "us") this.#session?.hangUp();
    // Told first, so that the core can still ask for the statistics of the media.
    try {
      if (before.status !== "cancelling") this.#parts.sink.onEnded(end);
    } finally {
      this.#media.close();
      this.#parts.onClosed();
    }
  }
}
