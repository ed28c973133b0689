import { raceAbort, StoppedError, TWILIO_CODES } from "@linedesk/base";
import type { TransferRefusal, TransferRequest } from "../../calls/legs/transfer-request.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { type TwimlDocument } from "../../calls/playback/twiml-document.ts";
import { attendedTransfer } from "../../calls/transfers/attended-transfer.ts";
import { bridgeCalls } from "../../calls/transfers/bridge-calls.ts";
import { WebhookError } from "../../webhooks/webhook-error.ts";
import { parseFlag, parseMethod } from "../document/attributes.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { VerbScope } from "../document/verb.ts";
import { type BridgeEnd, type Transfer, attemptTransfer } from "./attempt-transfer.ts";
import { type PendingTransfer, beginTransfer } from "./begin-transfer.ts";

export interface TransferableBridgeDeps {
  dial: Element;
  scope: VerbScope<"clock" | "media" | "audio" | "calls" | "documents">;
  child: LiveCall;
  childSignal: AbortSignal;
  /** The referee is connected, so the Dial's action is not requested any more. */
  onHandedOver: () => void;
}

/**
 * The maximum depth of nested transfers. Each nested transfer can still fail and return to the
 * bridge before it.
 */
const DEEPEST = 5;

/** The bridge of a Dial in which each party may transfer the other. */
export class TransferableBridge {
  readonly #deps: TransferableBridgeDeps;
  #transfer: Transfer | null = null;
  #interrupt = new AbortController();
  #hasLoggedMissingUrl = false;
  #endsAtMs = Infinity;
  readonly #detachers: (() => void)[] = [];

  constructor(parts: TransferableBridgeDeps) {
    this.#deps = parts;
  }

  get isTransferring(): boolean {
    return this.#transfer !== null;
  }

  hasTransferred(call: LiveCall): boolean {
    return this.#transfer?.referee === call;
  }

  /** Runs until one of the calls ends or is transferred. Rejects when one of them is redirected. */
  async run(endsAtMs: number): Promise<BridgeEnd> {
    this.#endsAtMs = endsAtMs;
    this.#attach();
    try {
      for (;;) {
        await this.#bridge();
        if (this.#transfer === null) {
          return { type: "over" };
        }
        const end = await this.#runTransfer(this.#transfer);
        if (end !== null) {
          return end;
        }
        this.#resume();
        if (this.#deps.child.isOver) {
          return { type: "over" };
        }
      }
    } finally {
      this.#detach();
    }
  }

  /** Continues the bridge after a failed transfer, unless the time limit passed meanwhile. */
  #resume(): void {
    const { child, scope } = this.#deps;
    this.#transfer = null;
    if (scope.services.clock.elapsedMs() >= this.#endsAtMs) {
      child.hangUp();
    }
  }

  /** Gives each party this bridge, in which it can request a transfer of the other party. */
  #attach(): void {
    const { scope, child } = this.#deps;
    for (const [own, partner] of [
      [scope.call, child],
      [child, scope.call],
    ] as const) {
      const bridge = this.#createBridge(own, partner);
      own.bridge = bridge;
      this.#detachers.push(() => void (own.bridge === bridge && (own.bridge = null)));
    }
  }

  #detach(): void {
    for (const release of this.#detachers.splice(0)) {
      release();
    }
  }

  /** Applies the time limit. A transferred party no longer belongs to the Dial. */
  end(): void {
    if (this.#transfer === null) {
      this.#deps.child.hangUp();
    }
  }

  async #bridge(): Promise<void> {
    const { scope, child, childSignal } = this.#deps;
    const { call, services } = scope;
    this.#interrupt = new AbortController();
    const signal = AbortSignal.any([scope.signal, childSignal, this.#interrupt.signal]);
    signal.throwIfAborted();
    try {
      const { media, audio } = services;
      await bridgeCalls([call, child], { media, playbacks: audio.playbacks }, signal);
    } catch (error) {
      if (this.#transfer === null) {
        throw error;
      }
    }
  }

  #createBridge(own: LiveCall, partner: LiveCall): NonNullable<LiveCall["bridge"]> {
    const transfer = (transferRequest: TransferRequest): TransferRefusal | null =>
      this.#handleTransferRequest(transferRequest, own, partner);
    const isFree = (): boolean => this.#referUrl !== null && this.#transfer === null;
    return {
      partner,
      requestTransfer: transfer,
      endsAtMs: this.#endsAtMs,
      handOver: this.#deps.onHandedOver,
      get isTransferable() {
        return isFree();
      },
    };
  }

  get #referUrl(): string | null {
    const { dial, scope } = this.#deps;
    const { referUrl } = dial.attributes;
    return referUrl === undefined ? null : resolveUrl(referUrl, scope.document);
  }

  #handleTransferRequest(
    transferRequest: TransferRequest,
    referrer: LiveCall,
    referee: LiveCall,
  ): TransferRefusal | null {
    const { scope } = this.#deps;
    const url = this.#referUrl;
    if (url === null) {
      return this.#refuseWithoutReferUrl();
    }
    if (this.#transfer !== null) {
      return { sipCode: 491, message: "a transfer is under way" };
    }
    if ((scope.transfer?.depth ?? 0) >= DEEPEST) {
      return { sipCode: 603, message: "too many transfers" };
    }
    if (transferRequest.replaces !== null) {
      const { clock, media, audio, calls } = scope.services;
      return attendedTransfer(
        transferRequest,
        { referrer, referee },
        { clock, media, playbacks: audio.playbacks, registry: calls.registry },
      );
    }
    const wanted = beginTransfer(transferRequest, this.#sideOf(referrer), this.#sideOf(referee));
    const document = this.#fetchReferDocument(url, wanted);
    this.#transfer = { ...wanted, document };
    document.then(
      (found) => this.#handleReferDocument(found),
      () => this.#interrupt.abort(new StoppedError("over")),
    );
    return null;
  }

  #refuseWithoutReferUrl(): TransferRefusal {
    const message = "the Dial has no referUrl";
    if (!this.#hasLoggedMissingUrl) {
      this.#deps.scope.call.logError("Dial", {
        errorCode: TWILIO_CODES.REFER_URL_MISSING,
        message,
      });
    }
    this.#hasLoggedMissingUrl = true;
    return { sipCode: 603, message };
  }

  get #resumesOnFailure(): boolean {
    return parseFlag(this.#deps.dial, "answerOnBridge", false);
  }

  async #fetchReferDocument(
    url: string,
    { request: transferRequest, referee, signal }: PendingTransfer,
  ): Promise<TwimlDocument | null> {
    const { interpreter } = this.#deps.scope.services.documents;
    const method = parseMethod(this.#deps.dial, "referMethod");
    const params = {
      ...Object.fromEntries(transferRequest.params),
      ReferTransferTarget: transferRequest.target,
    };
    const request = { url, method, params };
    if (!this.#resumesOnFailure) {
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

  /** Without a document, a bridge that survives a failed transfer simply continues. */
  #handleReferDocument(document: TwimlDocument | null): void {
    const transfer = this.#transfer;
    if (document !== null || !this.#resumesOnFailure || transfer?.referrer.isOver !== false) {
      return this.#interrupt.abort(new StoppedError("over"));
    }
    transfer.request.report(503);
    this.#resume();
  }

  async #runTransfer(transfer: Transfer): Promise<BridgeEnd | null> {
    try {
      const document = await raceAbort(transfer.document, transfer.signal);
      if (!this.#resumesOnFailure) {
        return this.#handOver(transfer, document);
      }
      const { scope } = this.#deps;
      return await attemptTransfer({
        transfer,
        document,
        scope,
        onHandedOver: () => this.#releaseParties(),
      });
    } catch (error) {
      transfer.request.report(487);
      this.#transfer = null;
      throw error;
    }
  }

  /** The referee is connected: neither party belongs to the Dial any more. */
  #releaseParties(): void {
    this.#deps.onHandedOver();
    this.#detach();
  }

  #handOver(
    { request: transferRequest, referrer, referee }: Transfer,
    document: TwimlDocument | null,
  ): BridgeEnd {
    const { child, scope, onHandedOver: onPassedOn } = this.#deps;
    const { interpreter } = scope.services.documents;
    transferRequest.report(document === null ? 503 : 200);
    onPassedOn();
    const isCaller = referee !== child;
    if (!isCaller) {
      child.run((signal) => interpreter.runProgram({ document }, child, signal));
    }
    referee.referredBy = transferRequest.referredBy;
    // The referrer is the dialled party: the end of the Dial hangs it up.
    if (isCaller) {
      return { type: "handed_over", document };
    }
    referrer.hangUp();
    return { type: "over" };
  }

  #sideOf(call: LiveCall): { call: LiveCall; signal: AbortSignal } {
    const { child, childSignal, scope } = this.#deps;
    return { call, signal: call === child ? childSignal : scope.signal };
  }
}
