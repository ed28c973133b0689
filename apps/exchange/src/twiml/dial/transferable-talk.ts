import { orAborted, Stopped } from "@linedesk/base";
import type { TransferRefusal, TransferWish } from "../../calls/legs/transfer.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { type TwimlDocument } from "../../calls/playback/twiml-document.ts";
import { bridge } from "../../calls/transfers/bridge.ts";
import { joinTalks } from "../../calls/transfers/join-talks.ts";
import { WebhookError } from "../../webhooks/webhook-error.ts";
import { flagOf, methodOf } from "../document/attributes.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { VerbScope } from "../document/verb.ts";
import { type TalkEnd, type Transfer, tryTransfer } from "./tried-transfer.ts";
import { type WantedTransfer, wantTransfer } from "./wanted-transfer.ts";

export interface TalkParts {
  dial: Element;
  scope: VerbScope;
  child: LiveCall;
  /** Of the program in which the child talks. */
  childSignal: AbortSignal;
  /** The referee has found somebody: the Dial's action has nothing to say any more. */
  onPassedOn: () => void;
}

/** One transfer within another, each of which may still come back. */
const DEEPEST = 5;

/** The talk of a Dial, out of which either side may pass the other on to somebody else. */
export class TransferableTalk {
  readonly #parts: TalkParts;
  #transfer: Transfer | null = null;
  #interrupt = new AbortController();
  #isAlarmed = false;
  #endsAtMs = Infinity;
  readonly #held: (() => void)[] = [];

  constructor(parts: TalkParts) {
    this.#parts = parts;
  }

  get isTransferring(): boolean {
    return this.#transfer !== null;
  }

  /** Whether a call is not the Dial's any more, to hang up at its end. */
  hasGivenAway(call: LiveCall): boolean {
    return this.#transfer?.referee === call;
  }

  /** To the end of either, or until one is passed on. Rejects when one is taken away. */
  async run(endsAtMs: number): Promise<TalkEnd> {
    this.#endsAtMs = endsAtMs;
    this.#hold();
    try {
      for (;;) {
        await this.#talk();
        if (this.#transfer === null) {
          return { type: "over" };
        }
        const end = await this.#carryOut(this.#transfer);
        if (end !== null) {
          return end;
        }
        this.#comeBack();
        if (this.#parts.child.isOver) {
          return { type: "over" };
        }
      }
    } finally {
      this.#release();
    }
  }

  /** The limit may have been reached meanwhile. */
  #comeBack(): void {
    const { child, scope } = this.#parts;
    this.#transfer = null;
    if (scope.services.clock.elapsedMs() >= this.#endsAtMs) {
      child.hangUp();
    }
  }

  /** Who is being passed on, and who waits for that, can ask for nothing else meanwhile. */
  #hold(): void {
    const { scope, child } = this.#parts;
    for (const [own, partner] of [
      [scope.call, child],
      [child, scope.call],
    ] as const) {
      const talk = this.#talkOf(own, partner);
      own.talk = talk;
      this.#held.push(() => void (own.talk === talk && (own.talk = null)));
    }
  }

  #release(): void {
    for (const release of this.#held.splice(0)) {
      release();
    }
  }

  /** The time limit or the star key; who is being passed on is not theirs. */
  end(): void {
    if (this.#transfer === null) {
      this.#parts.child.hangUp();
    }
  }

  async #talk(): Promise<void> {
    const { scope, child, childSignal } = this.#parts;
    const { call, services } = scope;
    this.#interrupt = new AbortController();
    const signal = AbortSignal.any([scope.signal, childSignal, this.#interrupt.signal]);
    signal.throwIfAborted();
    try {
      await bridge([call, child], services, signal);
    } catch (error) {
      if (this.#transfer === null) {
        throw error;
      }
    }
  }

  #talkOf(own: LiveCall, partner: LiveCall): NonNullable<LiveCall["talk"]> {
    const transfer = (wish: TransferWish): TransferRefusal | null => this.#take(wish, own, partner);
    const isFree = (): boolean => this.#referUrl !== null && this.#transfer === null;
    return {
      partner,
      transfer,
      endsAtMs: this.#endsAtMs,
      passOn: this.#parts.onPassedOn,
      get isTransferable() {
        return isFree();
      },
    };
  }

  get #referUrl(): string | null {
    const { dial, scope } = this.#parts;
    const { referUrl } = dial.attributes;
    return referUrl === undefined ? null : resolveUrl(referUrl, scope.document);
  }

  #take(wish: TransferWish, referrer: LiveCall, referee: LiveCall): TransferRefusal | null {
    const { scope } = this.#parts;
    const url = this.#referUrl;
    if (url === null) {
      return this.#noReferUrl();
    }
    if (this.#transfer !== null) {
      return { sipCode: 491, message: "a transfer is under way" };
    }
    if ((scope.transfers ?? 0) >= DEEPEST) {
      return { sipCode: 603, message: "too many transfers" };
    }
    if (wish.replaces !== null) {
      return joinTalks(wish, { referrer, referee }, scope.services);
    }
    const wanted = wantTransfer(wish, this.#sideOf(referrer), this.#sideOf(referee));
    const document = this.#ask(url, wanted);
    this.#transfer = { ...wanted, document };
    document.then(
      (found) => this.#handleAsked(found),
      () => this.#interrupt.abort(new Stopped("over")),
    );
    return null;
  }

  #noReferUrl(): TransferRefusal {
    const message = "the Dial has no referUrl";
    if (!this.#isAlarmed) {
      this.#parts.scope.call.note("error", "Dial", { errorCode: 13802, message });
    }
    this.#isAlarmed = true;
    return { sipCode: 603, message };
  }

  get #mayComeBack(): boolean {
    return flagOf(this.#parts.dial, "answerOnBridge", false);
  }

  /** The two talk on meanwhile. */
  async #ask(
    url: string,
    { wish, referee, signal }: WantedTransfer,
  ): Promise<TwimlDocument | null> {
    const { interpreter } = this.#parts.scope.services;
    const method = methodOf(this.#parts.dial, "referMethod");
    const params = { ...Object.fromEntries(wish.params), ReferTransferTarget: wish.target };
    const request = { url, method, params };
    if (!this.#mayComeBack) {
      return interpreter.fetchOrFallback(request, referee, signal);
    }
    try {
      return await interpreter.fetch(request, referee, signal);
    } catch (error) {
      if (error instanceof WebhookError) {
        return null;
      }
      throw error;
    }
  }

  /** Where they may go on talking, and there is no document, they do not even notice. */
  #handleAsked(document: TwimlDocument | null): void {
    const transfer = this.#transfer;
    if (document !== null || !this.#mayComeBack || transfer?.referrer.isOver !== false) {
      return this.#interrupt.abort(new Stopped("over"));
    }
    transfer.wish.report(503);
    this.#comeBack();
  }

  /** Null has the two talk on. */
  async #carryOut(transfer: Transfer): Promise<TalkEnd | null> {
    try {
      const document = await orAborted(transfer.document, transfer.signal);
      if (!this.#mayComeBack) {
        return this.#passOn(transfer, document);
      }
      const { scope } = this.#parts;
      return await tryTransfer({ transfer, document, scope, onPassedOn: () => this.#giveUp() });
    } catch (error) {
      transfer.wish.report(487);
      this.#transfer = null;
      throw error;
    }
  }

  /** The referee has somebody: neither is the Dial's any more. */
  #giveUp(): void {
    this.#parts.onPassedOn();
    this.#release();
  }

  #passOn({ wish, referrer, referee }: Transfer, document: TwimlDocument | null): TalkEnd {
    const { child, scope, onPassedOn } = this.#parts;
    const { interpreter } = scope.services;
    wish.report(document === null ? 503 : 200);
    onPassedOn();
    const isCaller = referee !== child;
    if (!isCaller) {
      child.run((signal) => interpreter.runProgram({ document }, child, signal));
    }
    referee.referredBy = wish.referredBy;
    // The referrer is whom the Dial rang: at its end he is hung up.
    if (isCaller) {
      return { type: "passed on", document };
    }
    referrer.hangUp();
    return { type: "over" };
  }

  #sideOf(call: LiveCall): { call: LiveCall; signal: AbortSignal } {
    const { child, childSignal, scope } = this.#parts;
    return { call, signal: call === child ? childSignal : scope.signal };
  }
}
