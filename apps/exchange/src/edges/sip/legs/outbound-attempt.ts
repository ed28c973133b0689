import {
  type AudioTerms,
  type ClientTransaction,
  forwardedHeaders,
  type Incoming,
  sameCallRequest,
  type SipRequest,
  type SipResponse,
  readTag,
} from "@linedesk/sip";
import type { SipDialog } from "../../../calls/legs/leg.ts";
import type { StoredLeg } from "../../../calls/legs/stored-leg.ts";
import type { Destination } from "../dialling/resolve-route.ts";
import { type Dialog, createAck, createUacDialog } from "../dialogs/dialog.ts";
import { type SipCallDeps, contactHeader } from "../dialogs/sip-call-deps.ts";
import { type DialogSessionDeps, DialogSession } from "../sessions/dialog-session.ts";
import { EarlyDialogs } from "../sessions/early-dialogs.ts";
import { trunkAudioTerms } from "../trunks/trunk-audio-terms.ts";
import { toPairs } from "./orphaned-legs.ts";
import type { ReservedDestination } from "./route-hunter.ts";

export type SessionParts = Omit<DialogSessionDeps, "answer">;

export interface Reply {
  request: SipRequest;
  response: Incoming<SipResponse>;
}

export interface AttemptEvents {
  onResponse: (reply: Reply) => void;
  /** No final answer came within 64 T1. */
  onTimeout: () => void;
}

/**
 * The limit of forks that may answer. No real group of telephones has more, and each further answer
 * would cost a BYE.
 */
const MAX_ANSWERS = 16;

export class OutboundAttempt {
  readonly destination: Destination;
  readonly session: SessionParts;
  readonly #early: EarlyDialogs;
  readonly #context: SipCallDeps;
  readonly #freeChannel: () => void;
  #invite: ClientTransaction | null = null;
  #isCancelled = false;
  #sip: SipDialog | null = null;
  /** The To tags of the answers. Each dialog except the first must be ended. */
  readonly #answers = new Set<string>();

  constructor(context: SipCallDeps, reserved: ReservedDestination, session: SessionParts) {
    this.#context = context;
    this.#freeChannel = reserved.freeChannel;
    this.destination = reserved.destination;
    this.session = session;
    this.#early = new EarlyDialogs(context, session);
  }

  get terms(): AudioTerms {
    return audioTermsAt(this.destination);
  }

  get sip(): SipDialog | null {
    return this.#sip;
  }

  send(request: SipRequest, user: AttemptEvents): void {
    const { target } = this.destination;
    const callId = request.headers.get("Call-ID") ?? "";
    this.#sip = { callId, responseCode: null, headers: [] };
    const parts = { request, target, sentBy: this.#context.signalling.sentBy(target) };
    this.#invite = this.#context.signalling.transactions.request(parts, {
      onResponse: (response) => {
        this.#noteFinalAnswer(response);
        user.onResponse({ request, response });
      },
      onTimeout: user.onTimeout,
    });
  }

  /**
   * Stores a final answer. After a 2xx it stores no other answer, because the first fork that
   * answers gets the call.
   */
  #noteFinalAnswer({ status, headers }: Incoming<SipResponse>): void {
    const isTaken = (this.#sip?.responseCode ?? 999) < 300;
    if (this.#sip !== null && status >= 200 && !isTaken) {
      this.#sip = { ...this.#sip, responseCode: status, headers: forwardedHeaders(headers) };
    }
  }

  /** Processes a provisional response; returns false if it must be ignored. */
  takeProgress({ request, response }: Reply): boolean {
    return this.#early.take(request, response);
  }

  /** Returns the dialog that a 2xx creates, even a repeated one; `null` beyond the limit. */
  openDialog({ request, response }: Reply): Dialog | null {
    const isKnown = this.#answers.has(readTag(response.to));
    if (!isKnown && this.#answers.size >= MAX_ANSWERS) {
      return null;
    }
    this.#answers.add(readTag(response.to));
    return createUacDialog(request, response, contactHeader(this.#context, response.source));
  }

  /** Acknowledges each 2xx, even a repeated one. */
  acknowledge({ request }: Reply, dialog: Dialog): void {
    const ack = createAck(dialog, request);
    const { transactions, sentBy } = this.#context.signalling;
    transactions.sendAck({ ...ack, sentBy: sentBy(ack.target) });
  }

  /** Returns the session of a 2xx: the one that an early dialog has begun, otherwise a new one. */
  confirm(response: Incoming<SipResponse>, dialog: Dialog): DialogSession {
    const early = this.#early.removeDialog(dialog.remoteTag);
    if (early === null) {
      return new DialogSession(this.#context, dialog, { ...this.session, answer: response });
    }
    early.confirm(response, dialog);
    return early;
  }

  cancel(): void {
    if (this.#invite === null || this.#isCancelled) {
      return;
    }
    this.#isCancelled = true;
    const { request, target, sentBy, branch } = this.#invite;
    const cancel = sameCallRequest(request, "CANCEL");
    const nothing = { onResponse: () => undefined, onTimeout: () => undefined };
    this.#context.signalling.transactions.request(
      { request: cancel, target, sentBy, branch },
      nothing,
    );
  }

  toStored(): StoredLeg | null {
    if (this.#invite === null) {
      return null;
    }
    const { request, target, sentBy, branch } = this.#invite;
    const { uri, headers } = sameCallRequest(request, "CANCEL");
    return { status: "calling", uri, headers: toPairs(headers), target, sentBy, branch };
  }

  abandon(): void {
    this.#freeChannel();
    this.closeOtherForks();
  }

  closeOtherForks(): void {
    this.#early.close();
  }
}

/** Media to an address that is not a trunk is not encrypted. */
export function audioTermsAt({ trunk, target }: Destination): AudioTerms {
  return trunk === null ? {} : trunkAudioTerms(trunk, target);
}
