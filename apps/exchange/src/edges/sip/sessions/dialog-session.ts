import type { LegId } from "@linedesk/media";
import {
  ALLOWED_METHODS,
  DTMF_INFO_TYPES,
  type Credentials,
  formatWarning,
  parseDtmfInfo,
  type Incoming,
  isSameAddress,
  SdpError,
  type ServerTransaction,
  type SipRequest,
  type SipResponse,
  SUPPORTED_EXTENSIONS,
  unsupportedOptions,
} from "@linedesk/sip";
import type { StoredSession } from "../../../calls/legs/stored-leg.ts";
import type {
  ReferResult,
  TransferRefusal,
  TransferRequest,
} from "../../../calls/legs/transfer-request.ts";
import type { ActiveDialog } from "../dialogs/dialog-registry.ts";
import { type Dialog, readContact, createInDialogRequest } from "../dialogs/dialog.ts";
import { sendInDialog } from "../dialogs/send-in-dialog.ts";
import { type SipCallDeps, contactHeader } from "../dialogs/sip-call-deps.ts";
import { ReferHandler } from "../transfers/refer-handler.ts";
import { AckWaiter } from "./ack-waiter.ts";
import { InfoDtmfSender } from "./info-dtmf-sender.ts";
import type { MediaSession } from "./media-session.ts";
import { SessionRefresher } from "./session-refresher.ts";
import { MIN_SESSION_S, readRequestedTerms } from "./session-timer.ts";
import { SilenceProbe } from "./silence-probe.ts";

export interface DialogEvents {
  onBye: () => void;
  onDigit: (digit: string) => void;
  /**
   * Answers a PRACK. Only an inbound leg has this function, because only it sends reliable
   * responses.
   */
  onPrack?: (prack: ServerTransaction) => void;
  /** The far end requests a transfer of its partner; returns the refusal, or `null`. */
  onTransfer: (transferRequest: TransferRequest) => TransferRefusal | null;
  /**
   * Nobody refreshed the session in time, or the far end no longer has the call; the call must end.
   */
  onExpired: () => void;
  onVanished: () => void;
  /** The dialog or its session terms have changed, so the call is stored again. */
  onMoved: () => void;
}

export interface DialogSessionDeps {
  leg: LegId;
  media: MediaSession;
  user: DialogEvents;
  credentials: Credentials | null;
  /** The 2xx that made the dialog, when the INVITE was ours. */
  answer?: Incoming<SipResponse>;
  /** The established session from before the exchange restarted. */
  stored?: StoredSession;
}

export class DialogSession implements ActiveDialog {
  readonly dialog: Dialog;
  readonly leg: LegId;
  readonly #context: SipCallDeps;
  readonly #media: MediaSession;
  readonly #user: DialogEvents;
  readonly #credentials: Credentials | null;
  /**
   * The status `leaving` lasts from our decision to end the call until the BYE, and `gone` from the
   * BYE until its answer.
   */
  #status: "open" | "leaving" | "gone" | "closed" = "open";
  #awaited: AckWaiter | null = null;
  #reinvite: ServerTransaction | null = null;
  /** Is true once the first offer has its answer; before that no further offer is allowed. */
  #isEstablished = false;
  readonly #dtmf: InfoDtmfSender;
  readonly #refresher: SessionRefresher;
  readonly #probe: SilenceProbe;
  readonly #referHandler: ReferHandler;

  constructor(context: SipCallDeps, dialog: Dialog, parts: DialogSessionDeps) {
    this.#context = context;
    this.dialog = dialog;
    this.leg = parts.leg;
    this.#media = parts.media;
    this.#user = parts.user;
    this.#credentials = parts.credentials;
    const { credentials } = parts;
    const isOpen = (): boolean => this.#status === "open";
    this.#dtmf = new InfoDtmfSender({ context, dialog, credentials, isOpen });
    this.#refresher = new SessionRefresher({
      context,
      dialog,
      credentials,
      media: parts.media,
      isOpen,
      isBusy: () => this.#awaited !== null || this.#isReinvited,
      onExpired: () => parts.user.onExpired(),
      onStoredChange: () => parts.user.onMoved(),
      ...(parts.stored === undefined ? {} : { stored: parts.stored }),
    });
    const onVanished = (): void => parts.user.onVanished();
    this.#probe = new SilenceProbe({ context, dialog, credentials, isOpen, onVanished });
    this.#referHandler = new ReferHandler({
      context,
      dialog,
      credentials,
      onTransfer: (transferRequest) => parts.user.onTransfer(transferRequest),
      onQuiet: () => this.#byeWhenIdle(),
    });
    if (parts.answer !== undefined) {
      this.applyAnswer(parts.answer);
    }
    if (parts.stored !== undefined) {
      this.#isEstablished = true;
      this.#refresher.resumeTimer();
    }
    context.signalling.sessions.add(this);
  }

  handleRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.cseq.number <= this.dialog.remoteCSeq) {
      return transaction.respond(500);
    }
    this.dialog.remoteCSeq = request.cseq.number;
    if (request.method === "REFER") {
      return this.#handleRefer(transaction);
    }
    this.#follow({ source: request.source });
    if (request.method === "BYE") {
      return this.#handleBye(transaction);
    }
    const unsupported = unsupportedOptions(request.headers.all("Require"));
    if (unsupported.length > 0) {
      return transaction.respond(420, { headers: [["Unsupported", unsupported.join(", ")]] });
    }
    switch (request.method) {
      case "INFO":
        return this.#handleInfo(transaction);
      case "INVITE":
        return this.#handleReinvite(transaction);
      case "UPDATE":
        return this.#handleUpdate(transaction);
      case "PRACK":
        return this.#handlePrack(transaction);
      case "NOTIFY":
        return this.#referHandler.handleNotify(transaction);
      case "OPTIONS":
        return transaction.respond(200, { headers: [["Allow", ALLOWED_METHODS]] });
      default:
        return transaction.respond(405, { headers: [["Allow", ALLOWED_METHODS]] });
    }
  }

  confirm(answer: Incoming<SipResponse>, dialog: Dialog): void {
    const { remoteTarget, routeSet, source } = dialog;
    Object.assign(this.dialog, { remoteTarget, routeSet, source });
    this.applyAnswer(answer);
  }

  handleAck(ack: Incoming<SipRequest>): void {
    this.#awaited?.handleAck(ack);
  }

  /**
   * Accepts an INVITE of this dialog, with SDP unless the media was agreed before. Resolves with
   * the ACK, or with `null` when none came within 64 T1. The calling code ensures that only one
   * INVITE is in progress.
   */
  accept(transaction: ServerTransaction, sdp: string | null): Promise<Incoming<SipRequest> | null> {
    this.#isEstablished = true;
    const headers = this.#headersOfAccept(transaction.request);
    const body = sdp === null ? {} : { body: { type: "application/sdp", text: sdp } };
    transaction.respond(200, { headers, ...body });
    return new Promise((resolve) => {
      this.#awaited = new AckWaiter(this.#context.clock, transaction, (ack) => {
        this.#awaited = null;
        resolve(ack);
        this.#byeWhenIdle();
      });
    });
  }

  /** Sends BYE after the pending ACK (RFC 3261 section 15) and after our own NOTIFY. */
  hangUp(): void {
    if (this.#status !== "open") {
      return;
    }
    this.#status = "leaving";
    this.#refresher.stop();
    this.#probe.stop();
    this.#referHandler.flush();
    this.#byeWhenIdle();
  }

  /** Refreshes the session after a restart of the exchange. */
  resume(): Promise<void> {
    return this.#refresher.resume();
  }

  /** Returns `null` before the first answer. */
  toStored(): StoredSession | null {
    return this.#isEstablished ? this.#refresher.toStored() : null;
  }

  sendByeNow(): void {
    if (this.#status === "leaving") {
      this.#sendBye();
    }
  }

  refer(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult> {
    return this.#referHandler.refer(to, onProgress);
  }

  setSilent(isSilent: boolean): void {
    this.#probe.setSilent(isSilent);
  }

  sendDtmf(digits: string): void {
    this.#dtmf.send(digits);
  }

  close(): void {
    this.#status = "closed";
    this.#refresher.stop();
    this.#probe.stop();
    this.#awaited?.stop();
    this.#awaited = null;
    this.#referHandler.stop();
    this.#context.signalling.sessions.delete(this);
  }

  get #isReinvited(): boolean {
    return this.#reinvite !== null && !this.#reinvite.isAnswered;
  }

  #handleBye(transaction: ServerTransaction): void {
    transaction.respond(200);
    this.#reinvite?.respond(487);
    const wasOpen = this.#status === "open";
    this.close();
    if (wasOpen) {
      this.#user.onBye();
    }
  }

  /** A sender that knows the tags but uses another address must not transfer the call. */
  #handleRefer(transaction: ServerTransaction): void {
    const { address } = transaction.request.source;
    const isTrunk = this.#context.routing.trunks.findBySource(address) !== null;
    if (address !== this.dialog.source.address && !isTrunk) {
      return transaction.respond(403);
    }
    if (this.#status !== "open") {
      return transaction.respond(481);
    }
    this.#referHandler.handleRefer(transaction);
  }

  #handleInfo(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.body === "") {
      return transaction.respond(200);
    }
    const digit = parseDtmfInfo(request.headers.get("Content-Type"), request.body);
    if (digit === null) {
      return transaction.respond(415, { headers: [["Accept", DTMF_INFO_TYPES.join(", ")]] });
    }
    transaction.respond(200);
    if (this.#status === "open") {
      this.#user.onDigit(digit);
    }
  }

  #handleReinvite(transaction: ServerTransaction): void {
    if (this.#rejectIfPending(transaction)) {
      return;
    }
    transaction.respond(100);
    this.#reinvite = transaction;
    this.#renegotiate(transaction).catch((error: unknown) => {
      refuseOffer(transaction, error);
      this.#context.logger.warn({ err: error }, "SIP re-INVITE refused");
    });
  }

  /** Refuses an offer while another one has no answer, and a session interval that is too short. */
  #rejectIfPending(transaction: ServerTransaction): boolean {
    if (this.#refresher.isRefreshing) {
      transaction.respond(491);
    } else if (this.#isReinvited || this.#awaited !== null || !this.#isEstablished) {
      transaction.respond(500, { headers: [["Retry-After", "1"]] });
    } else if (this.#status !== "open") {
      transaction.respond(481);
    } else if (readRequestedTerms(transaction.request.headers) === "too_small") {
      transaction.respond(422, { headers: [["Min-SE", String(MIN_SESSION_S)]] });
    } else {
      return false;
    }
    return true;
  }

  /**
   * With SDP an UPDATE is a re-INVITE without ACK; without SDP it proves that the far end is alive
   * (RFC 3311).
   */
  #handleUpdate(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.body !== "" && this.#rejectIfPending(transaction)) {
      return;
    }
    if (readRequestedTerms(request.headers) === "too_small") {
      return transaction.respond(422, { headers: [["Min-SE", String(MIN_SESSION_S)]] });
    }
    if (request.body === "") {
      return transaction.respond(200, { headers: this.#headersOfAccept(request) });
    }
    this.answerOfferIn(transaction);
  }

  answerOfferIn(transaction: ServerTransaction): void {
    this.#reinvite = transaction;
    this.#answerUpdate(transaction).catch((error: unknown) => {
      refuseOffer(transaction, error);
      this.#context.logger.warn({ err: error }, "SIP offer refused");
    });
  }

  #handlePrack(transaction: ServerTransaction): void {
    const { onPrack } = this.#user;
    if (onPrack === undefined || this.#status !== "open") {
      return transaction.respond(481);
    }
    onPrack(transaction);
  }

  async #answerUpdate(transaction: ServerTransaction): Promise<void> {
    const { request } = transaction;
    const text = await this.#media.answerOffer(request.body);
    if (transaction.isAnswered || this.#status !== "open") {
      return transaction.respond(487);
    }
    const headers = this.#headersOfAccept(request);
    transaction.respond(200, { headers, body: { type: "application/sdp", text } });
  }

  /**
   * Returns the headers of a 2xx, which confirm the session timer. Also stores the far end's new
   * target and starts the timer.
   */
  #headersOfAccept(request: Incoming<SipRequest>): [name: string, value: string][] {
    this.#follow({ remoteTarget: readContact(request) ?? this.dialog.remoteTarget });
    return [
      ["Contact", contactHeader(this.#context, this.dialog.source)],
      ["Allow", ALLOWED_METHODS],
      ["Supported", SUPPORTED_EXTENSIONS],
      ...this.#refresher.negotiate(request),
    ];
  }

  applyAnswer(answer: Incoming<SipResponse>): void {
    if (answer.status >= 200 || answer.body !== "") {
      this.#isEstablished = true;
    }
    this.#refresher.applyAnswer(answer);
  }

  async #renegotiate(transaction: ServerTransaction): Promise<void> {
    const offer = transaction.request.body;
    const sdp = offer === "" ? await this.#media.makeOffer() : await this.#media.answerOffer(offer);
    // The request was cancelled, or the call ended, while the media prepared the description.
    if (transaction.isAnswered || this.#status !== "open") {
      return transaction.respond(487);
    }
    const ack = await this.accept(transaction, sdp);
    if (offer === "" && ack !== null) {
      await this.#media.acceptAnswer(ack.body);
    }
  }

  #follow(change: Partial<Pick<Dialog, "remoteTarget" | "source">>): void {
    const { remoteTarget, source } = this.dialog;
    Object.assign(this.dialog, change);
    const isMoved = remoteTarget !== this.dialog.remoteTarget;
    if (isMoved || !isSameAddress(source, this.dialog.source)) {
      this.#user.onMoved();
    }
  }

  #byeWhenIdle(): void {
    if (this.#status !== "leaving" || this.#awaited !== null || this.#referHandler.isNotifying) {
      return;
    }
    this.#sendBye();
  }

  #sendBye(): void {
    this.#status = "gone";
    this.#referHandler.stop();
    const parts = { context: this.#context, dialog: this.dialog, credentials: this.#credentials };
    void sendInDialog(parts, createInDialogRequest(this.dialog, "BYE")).then(() => this.close());
  }
}

function refuseOffer(transaction: ServerTransaction, error: unknown): void {
  if (error instanceof SdpError) {
    const headers = [formatWarning(error.message, error.warning)];
    return transaction.respond(488, { headers });
  }
  transaction.respond(500);
}
