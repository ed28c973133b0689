import {
  type Incoming,
  hasOptionTag,
  type SipRequest,
  type SipResponse,
  readTag,
} from "@linedesk/sip";
import { createUacDialog, createInDialogRequest } from "../dialogs/dialog.ts";
import { sendInDialog } from "../dialogs/send-in-dialog.ts";
import { type SipCallDeps, contactHeader } from "../dialogs/sip-call-deps.ts";
import { DialogSession, type DialogSessionDeps } from "./dialog-session.ts";

type SessionParts = Omit<DialogSessionDeps, "answer">;

interface EarlyDialog {
  session: DialogSession;
  rseq: number;
}

/**
 * The maximum number of early dialogs. No real group of telephones forks a call further than this.
 */
const MAX_FORKS = 16;

/** The dialogs that begin with reliable provisional responses to our INVITE (RFC 3262). */
export class EarlyDialogs {
  readonly #context: SipCallDeps;
  readonly #session: SessionParts;
  readonly #dialogs = new Map<string, EarlyDialog>();

  constructor(context: SipCallDeps, session: SessionParts) {
    this.#context = context;
    this.#session = session;
  }

  /**
   * Sends PRACK for a reliable response. Returns false if the response must be ignored, because it
   * is repeated, out of order, or of one fork too many.
   */
  take(invite: SipRequest, response: Incoming<SipResponse>): boolean {
    const rseq = Number(response.headers.get("RSeq") ?? Number.NaN);
    const isReliable = hasOptionTag(response.headers.all("Require"), "100rel");
    if (!isReliable || !Number.isInteger(rseq) || readTag(response.to) === "") {
      return true;
    }
    const key = readTag(response.to);
    const known = this.#dialogs.get(key);
    if (known !== undefined && rseq !== known.rseq + 1) {
      return false;
    }
    if (known === undefined && this.#dialogs.size >= MAX_FORKS) {
      return false;
    }
    const early = known ?? { session: this.#begin(invite, response), rseq };
    early.rseq = rseq;
    this.#dialogs.set(key, early);
    early.session.applyAnswer(response);
    this.#acknowledge(early, response.cseq);
    return true;
  }

  removeDialog(toTag: string): DialogSession | null {
    const early = this.#dialogs.get(toTag);
    this.#dialogs.delete(toTag);
    return early?.session ?? null;
  }

  close(): void {
    for (const { session } of this.#dialogs.values()) {
      session.close();
    }
    this.#dialogs.clear();
  }

  #begin(invite: SipRequest, response: Incoming<SipResponse>): DialogSession {
    const dialog = createUacDialog(invite, response, contactHeader(this.#context, response.source));
    return new DialogSession(this.#context, dialog, this.#session);
  }

  #acknowledge({ session, rseq }: EarlyDialog, cseq: { number: number; method: string }): void {
    const context = this.#context;
    const { request, target } = createInDialogRequest(session.dialog, "PRACK");
    request.headers.add("RAck", `${rseq} ${cseq.number} ${cseq.method}`);
    const { credentials } = this.#session;
    sendInDialog({ context, dialog: session.dialog, credentials }, { request, target }).catch(
      (error: unknown) => context.logger.error({ err: error }, "SIP PRACK failed"),
    );
  }
}
