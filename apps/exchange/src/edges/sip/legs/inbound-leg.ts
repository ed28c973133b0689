import { randomUUID } from "node:crypto";

import type { RtpEndpoint } from "@linedesk/audio";
import type { LegId, UnheardLimit } from "@linedesk/media";
import {
  makeResponse,
  responseTarget,
  type ServerTransaction,
  type SipAddress,
  readSipParams,
  readStirStatus,
  serialiseMessage,
} from "@linedesk/sip";
import type { CallIntake, Leg, LegEnd, LegSink } from "../../../calls/legs/leg.ts";
import { toSipStatus } from "../../../calls/legs/sip-status.ts";
import type { StoredArrivedLeg, StoredLeg } from "../../../calls/legs/stored-leg.ts";
import {
  noReferResult,
  type ReferResult,
  forwardTransferRequest,
  type TransferRequest,
} from "../../../calls/legs/transfer-request.ts";
import { audioTermsForPeer, type Peer } from "../access/access-control.ts";
import { createUasDialog } from "../dialogs/dialog.ts";
import { type SipCallDeps, contactHeader } from "../dialogs/sip-call-deps.ts";
import { DialogSession } from "../sessions/dialog-session.ts";
import { MediaSession } from "../sessions/media-session.ts";
import { numberFromTrunk } from "../trunks/number-for-trunk.ts";
import { readParties, type PartyTerms, phonePartyTerms } from "../trunks/read-parties.ts";
import { toE164 } from "../trunks/to-e164.ts";
import { InboundProgress } from "./inbound-progress.ts";
import { type InboundEvent, type InboundState, nextInbound } from "./inbound-state.ts";
import { legEnds } from "./leg-ends.ts";
import { toPairs } from "./orphaned-legs.ts";
import { toStoredAnswered } from "./to-stored-answered.ts";

export interface InboundLegDeps {
  invite: ServerTransaction;
  peer: Peer;
  /** The leg that this one replaces (RFC 3891). */
  replaces: LegId | null;
  onClosed: () => void;
  /** The stored form from before the exchange restarted. */
  stored?: { id: string; leg: StoredArrivedLeg };
}

export class InboundLeg implements Leg {
  readonly id: string;
  readonly kind = "sip";
  readonly #context: SipCallDeps;
  readonly #invite: ServerTransaction;
  readonly #media: MediaSession;
  readonly #session: DialogSession;
  readonly #stopSetupTimer: () => void;
  readonly #peer: Peer;
  readonly #onClosed: () => void;
  readonly #replaces: LegId | null;
  #state: InboundState = { status: "arrived" };
  #answering: Promise<void> | null = null;
  readonly #progress: InboundProgress;
  #sink: LegSink | null = null;
  #callSid = "";
  /** Is true once the far end has used our tag, which proves that our packets reach it. */
  #isAcknowledged = false;
  /** Is true once the ACK to our answer has arrived. */
  #isConfirmed = false;

  constructor(context: SipCallDeps, parts: InboundLegDeps) {
    const { invite, stored } = parts;
    this.id = stored?.id ?? `sip-${randomUUID()}`;
    this.#context = context;
    this.#invite = invite;
    this.#peer = parts.peer;
    this.#onClosed = parts.onClosed;
    this.#replaces = parts.replaces;
    const remote = invite.request.source;
    this.#media = new MediaSession({
      leg: this.id,
      media: context.media,
      addressOf: (rtpAddress) => context.mediaAddress(remote.address, rtpAddress),
      sipHost: () => this.#session.dialog.source.address,
      terms: () => audioTermsForPeer(parts.peer, remote),
      limitFor: (address) => this.#limitFor(address),
      stored: stored?.leg.media ?? null,
      onStoredChange: () => this.#isConfirmed && this.#store(),
    });
    const contact = contactHeader(context, remote);
    const dialog = createUasDialog(invite.request, { tag: invite.toTag, contact });
    const user = {
      onBye: () => this.#handleBye(),
      onDigit: (digit: string) => this.#sink?.onDigit(digit),
      onTransfer: (transferRequest: TransferRequest) =>
        forwardTransferRequest(this.#sink, transferRequest),
      onPrack: (prack: ServerTransaction) => {
        this.#handleAcknowledged();
        this.#progress.handlePrack(prack);
      },
      onExpired: () => this.#end(legEnds.sessionExpired, "us"),
      onVanished: () => this.#end(legEnds.vanished, "us"),
      onMoved: () => this.#store(),
    };
    const credentials = parts.peer.type === "trunk" ? parts.peer.trunk.credentials : null;
    this.#session = new DialogSession(context, dialog, {
      leg: this.id,
      media: this.#media,
      user,
      credentials,
    });
    this.#progress = new InboundProgress({
      context,
      invite,
      media: this.#media,
      session: this.#session,
      headers: () => this.#headersOfProgress(),
      isRinging: () => this.#state.status === "ringing",
      onFailed: (error) => this.#fail(error),
      onExpired: (end) => this.#end(end, "us"),
    });
    this.#stopSetupTimer = context.clock.after(context.limits.maxSetupMs, () => {
      if (this.#state.status !== "talking") {
        this.decline({ cause: "no-answer" });
      }
    });
  }

  offerTo(intake: CallIntake): void {
    try {
      const { request } = this.#invite;
      const terms = partyTermsForPeer(this.#peer, request.source);
      const { callSid, sink } = intake.receive(this, {
        ...readParties(request, terms),
        params: readSipParams(request),
        applicationSid: null,
        replaces: this.#replaces,
        stirStatus: terms.trustsIdentity ? readStirStatus(request) : null,
      });
      this.#callSid = callSid;
      this.#sink = sink;
      if (this.#state.status === "ended") {
        sink.onEnded(this.#state.end);
      }
    } catch (error) {
      this.#context.logger.error({ err: error, leg: this.id }, "call intake failed");
      this.decline({ cause: "failed" });
    }
  }

  /** Continues the call of a leg from before the exchange restarted. */
  attach(callSid: string, sink: LegSink): void {
    this.#callSid = callSid;
    this.#sink = sink;
  }

  handleSource(source: RtpEndpoint): void {
    this.#media.handleSource(source);
  }

  get trunkSid(): string | null {
    return this.#peer.type === "trunk" ? this.#peer.trunk.sid : null;
  }

  ring(callSid: string): void {
    this.#callSid = callSid;
    this.#dispatch({ type: "ring" });
  }

  async openEarly(callSid: string): Promise<boolean> {
    this.ring(callSid);
    return this.#state.status === "ringing" && (await this.#progress.describe());
  }

  answer(callSid: string): Promise<void> {
    this.#callSid = callSid;
    this.#dispatch({ type: "answer" });
    return this.#answering ?? Promise.resolve();
  }

  decline(end: LegEnd): void {
    this.#end(end, "us");
  }

  hangUp(end: LegEnd = { cause: "hangup" }): void {
    this.#end(end, "us");
  }

  /** A trunk may require INFO; otherwise the media side sends the digits. */
  sendDtmf(digits: string): boolean {
    const isByInfo = this.#peer.type === "trunk" && this.#peer.trunk.digits === "info";
    if (isByInfo) {
      this.#session.sendDtmf(digits);
    }
    return isByInfo;
  }

  async refer(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult> {
    if (this.#state.status !== "talking") {
      return noReferResult;
    }
    return await this.#session.refer(to, onProgress);
  }

  setSilent(isSilent: boolean): void {
    this.#session.setSilent(isSilent && this.#state.status === "talking");
  }

  toStored(): StoredLeg | null {
    const { status } = this.#state;
    const phone = this.#peer.type === "phone" ? this.#peer.phone.username : null;
    const [id, session, media] = [this.id, this.#session, this.#media];
    if (status === "ended") {
      return null;
    }
    if (this.#isConfirmed) {
      return toStoredAnswered({ id, session, media, phone });
    }
    const { request, toTag } = this.#invite;
    const { headers } = makeResponse(request, { status: 503, toTag });
    return {
      status: "arrived",
      id,
      dialog: { ...session.dialog },
      phone,
      media: media.toStored(),
      refusal: toPairs(headers),
      target: responseTarget(request.via, request.source),
      invite: { text: serialiseMessage(request).toString(), source: request.source },
      isAnswering: status === "answering" || status === "talking",
    };
  }

  handleCancel(): void {
    if (!this.#invite.isAnswered) {
      this.#end({ cause: "cancelled", sipCode: 487 }, "caller");
    }
  }

  #handleBye(): void {
    const cause = this.#state.status === "talking" ? "hangup" : "cancelled";
    this.#end({ cause }, "caller");
  }

  #end(end: LegEnd, by: "us" | "caller"): void {
    this.#dispatch({ type: "end", end, by });
  }

  #dispatch(event: InboundEvent): void {
    const before = this.#state;
    this.#state = nextInbound(before, event);
    if (this.#state.status === before.status) {
      return;
    }
    if (this.#state.status === "ringing") {
      this.#progress.ring();
    }
    if (this.#state.status === "answering") {
      this.#answering = this.#negotiate();
    }
    if (this.#state.status === "talking") {
      this.#stopSetupTimer();
    }
    if (this.#state.status === "ended") {
      this.#finish(this.#state);
    }
  }

  #headersOfProgress(): [name: string, value: string][] {
    const contact = contactHeader(this.#context, this.#invite.request.source);
    const sid: [string, string][] =
      this.#callSid === "" ? [] : [["X-Twilio-CallSid", this.#callSid]];
    return [["Contact", contact], ...sid];
  }

  async #negotiate(): Promise<void> {
    try {
      await this.#progress.waitForAcknowledgement();
      const isDelayed = this.#progress.isAnswerOwed;
      const sdp = await this.#progress.descriptionOfAnswer();
      if (this.#state.status !== "answering") {
        return;
      }
      // After a crash the exchange repeats this answer, with the same port.
      this.#store();
      const acknowledged = this.#awaitAck(sdp, isDelayed);
      if (isDelayed) {
        await acknowledged;
      }
      this.#dispatch({ type: "negotiated" });
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Accepts the call. It fails when no ACK comes, or when the ACK contains an invalid answer to our
   * offer.
   */
  async #awaitAck(sdp: string | null, isDelayed: boolean): Promise<void> {
    try {
      const acknowledged = this.#session.accept(this.#invite, sdp);
      this.#media.reviewProof();
      const ack = await acknowledged;
      if (ack === null) {
        return this.#end({ cause: "failed", message: "no ACK arrived for the answer" }, "us");
      }
      this.#handleAcknowledged();
      this.#isConfirmed = true;
      if (isDelayed) {
        await this.#media.acceptAnswer(ack.body);
      }
      this.#store();
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * A forged INVITE, or one with the media address of another party, must not make us send media
   * there without a limit. A trunk or telephone counts as proven until its call is answered;
   * afterwards only an ACK or PRACK proves it.
   */
  #limitFor(address: string): UnheardLimit {
    if (this.#peer.type !== "anonymous") {
      return this.#isAcknowledged || !this.#invite.isAnswered ? "none" : "call";
    }
    // Only the source of the INVITE counts, because later UDP packets can have a forged address.
    const isProven = this.#isAcknowledged && address === this.#invite.request.source.address;
    return isProven ? "none" : "host";
  }

  #store(): void {
    if (this.#state.status !== "ended") {
      this.#sink?.onStoredChange?.();
    }
  }

  #handleAcknowledged(): void {
    this.#isAcknowledged = true;
    this.#media.reviewProof();
  }

  #fail(error: unknown): void {
    this.#context.logger.warn({ err: error, leg: this.id }, "media of call failed");
    this.#end({ cause: "failed", sipCode: 500, message: "no media" }, "us");
  }

  #finish({ end, by }: { end: LegEnd; by: "us" | "caller" }): void {
    this.#stopSetupTimer();
    this.#progress.close();
    if (!this.#invite.isAnswered) {
      this.#invite.respond(by === "caller" ? 487 : toSipStatus(end));
      this.#session.close();
    } else if (by === "us") {
      this.#session.hangUp();
    }
    // Report the end before closing, so that `control` can still read the media statistics.
    try {
      this.#sink?.onEnded(end);
    } finally {
      this.#media.close();
      this.#onClosed();
    }
  }
}

function partyTermsForPeer(peer: Peer, source: SipAddress): PartyTerms {
  if (peer.type === "phone") {
    return phonePartyTerms(peer.phone, source);
  }
  if (peer.type === "anonymous") {
    return { trustsIdentity: true, read: toE164 };
  }
  const { numbering, assertsIdentity } = peer.trunk;
  return {
    trustsIdentity: assertsIdentity,
    read: (user) => numberFromTrunk(user, numbering),
  };
}
