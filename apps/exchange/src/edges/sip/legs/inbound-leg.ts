import { randomUUID } from "node:crypto";

import type { LegId } from "@linedesk/media";
import { type ServerTransaction, type SipAddress, sipParamsOf, stirStatusOf } from "@linedesk/sip";
import type { CallIntake, Leg, LegEnd, LegSink } from "../../../calls/legs/leg.ts";
import { statusOfEnd } from "../../../calls/legs/sip-status.ts";
import {
  notReferred,
  type ReferResult,
  transferBy,
  type TransferWish,
} from "../../../calls/legs/transfer.ts";
import { audioTermsOf, type Visitor } from "../access/door.ts";
import { type CallContext, contactHeader } from "../dialogs/call-context.ts";
import { dialogOfInvite } from "../dialogs/dialog.ts";
import { DialogSession } from "../sessions/dialog-session.ts";
import { MediaSession } from "../sessions/media-session.ts";
import { partiesOf, type PartyTerms, termsOfPhone, toE164 } from "../trunks/party-number.ts";
import { numberFromTrunk } from "../trunks/trunk-numbers.ts";
import { InboundProgress } from "./inbound-progress.ts";
import { type InboundEvent, type InboundState, nextInbound } from "./inbound-state.ts";
import { unrefreshed } from "./leg-ends.ts";

export interface InboundParts {
  invite: ServerTransaction;
  visitor: Visitor;
  /** The leg whose place it takes (RFC 3891). */
  replaces: LegId | null;
  onClosed: () => void;
}

/** A listener's call over SIP, as the core drives it. */
export class InboundLeg implements Leg {
  readonly id = `sip-${randomUUID()}`;
  readonly kind = "sip";
  readonly #context: CallContext;
  readonly #invite: ServerTransaction;
  readonly #media: MediaSession;
  readonly #session: DialogSession;
  readonly #stopSetupTimer: () => void;
  readonly #visitor: Visitor;
  readonly #onClosed: () => void;
  readonly #replaces: LegId | null;
  #state: InboundState = { status: "arrived" };
  #answering: Promise<void> | null = null;
  readonly #progress: InboundProgress;
  #sink: LegSink | null = null;
  #callSid = "";

  constructor(context: CallContext, parts: InboundParts) {
    const { invite } = parts;
    this.#context = context;
    this.#invite = invite;
    this.#visitor = parts.visitor;
    this.#onClosed = parts.onClosed;
    this.#replaces = parts.replaces;
    const remote = invite.request.source;
    this.#media = new MediaSession({
      leg: this.id,
      media: context.media,
      addressOf: (rtpAddress) => context.mediaAddress(remote.address, rtpAddress),
      terms: () => audioTermsOf(parts.visitor, remote),
    });
    const contact = contactHeader(context, remote);
    const dialog = dialogOfInvite(invite.request, { tag: invite.toTag, contact });
    const user = {
      onBye: () => this.#handleBye(),
      onDigit: (digit: string) => this.#sink?.onDigit(digit),
      onTransfer: (wish: TransferWish) => transferBy(this.#sink, wish),
      onPrack: (prack: ServerTransaction) => this.#progress.handlePrack(prack),
      onExpired: () => this.#end(unrefreshed, "us"),
    };
    const credentials = parts.visitor.type === "trunk" ? parts.visitor.trunk.credentials : null;
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

  /** Hands the call to the core, which may ring, answer or decline it before this returns. */
  offerTo(intake: CallIntake): void {
    try {
      const { request } = this.#invite;
      const terms = termsOf(this.#visitor, request.source);
      const { callSid, sink } = intake.receive(this, {
        ...partiesOf(request, terms),
        params: sipParamsOf(request),
        applicationSid: null,
        replaces: this.#replaces,
        stirStatus: terms.believesNetwork ? stirStatusOf(request) : null,
      });
      this.#callSid = callSid;
      this.#sink = sink;
      if (this.#state.status === "ended") {
        sink.onEnded(this.#state.end);
      }
    } catch (error) {
      this.#context.logger.error({ err: error, leg: this.id }, "call could not be taken in");
      this.decline({ cause: "failed" });
    }
  }

  get trunkSid(): string | null {
    return this.#visitor.type === "trunk" ? this.#visitor.trunk.sid : null;
  }

  ring(callSid: string): void {
    this.#callSid = callSid;
    this.#dispatch({ type: "ring" });
  }

  /** False where the caller cannot hear us before the answer. */
  async openEarly(callSid: string): Promise<boolean> {
    this.ring(callSid);
    return this.#state.status === "ringing" && (await this.#progress.describe());
  }

  /** Resolves when the media is agreed, and also when the call ends before that. */
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

  /** By INFO where the trunk is so configured; else the media carries the keys. */
  keyDigits(digits: string): boolean {
    const isByInfo = this.#visitor.type === "trunk" && this.#visitor.trunk.digits === "info";
    if (isByInfo) {
      this.#session.keyDigits(digits);
    }
    return isByInfo;
  }

  async refer(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult> {
    if (this.#state.status !== "talking") {
      return notReferred;
    }
    return await this.#session.refer(to, onProgress);
  }

  /** The caller gave up before the answer. */
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
      await this.#progress.settled();
      const isDelayed = this.#progress.isAnswerOwed;
      const sdp = await this.#progress.descriptionOfAnswer();
      if (this.#state.status !== "answering") {
        return;
      }
      const acknowledged = this.#awaitAck(sdp, isDelayed);
      if (isDelayed) {
        await acknowledged;
      }
      this.#dispatch({ type: "negotiated" });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Accepts; when the caller never acknowledges, or his late answer is unfit, the call fails. */
  async #awaitAck(sdp: string | null, isDelayed: boolean): Promise<void> {
    try {
      const ack = await this.#session.accept(this.#invite, sdp);
      if (ack === null) {
        this.#end({ cause: "failed", message: "the answer got no ACK" }, "us");
      } else if (isDelayed) {
        await this.#media.acceptAnswer(ack.body);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#context.logger.warn({ err: error, leg: this.id }, "media of a call failed");
    this.#end({ cause: "failed", sipCode: 500, message: "no media" }, "us");
  }

  #finish({ end, by }: { end: LegEnd; by: "us" | "caller" }): void {
    this.#stopSetupTimer();
    this.#progress.close();
    if (!this.#invite.isAnswered) {
      this.#invite.respond(by === "caller" ? 487 : statusOfEnd(end));
      this.#session.close();
    } else if (by === "us") {
      this.#session.hangUp();
    }
    // Told first, so that the core can still ask for the statistics of the media.
    try {
      this.#sink?.onEnded(end);
    } finally {
      this.#media.close();
      this.#onClosed();
    }
  }
}

function termsOf(visitor: Visitor, source: SipAddress): PartyTerms {
  if (visitor.type === "phone") {
    return termsOfPhone(visitor.phone, source);
  }
  if (visitor.type === "guest") {
    return { believesNetwork: true, read: toE164 };
  }
  const { numbering, assertsIdentity } = visitor.trunk;
  return {
    believesNetwork: assertsIdentity,
    read: (user) => numberFromTrunk(user, numbering),
  };
}
