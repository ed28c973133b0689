import { TokenBucket } from "@linedesk/base";
import type { LegId } from "@linedesk/media";
import {
  formatWarning,
  parseNameAddr,
  type ServerTransaction,
  unsupportedOptions,
} from "@linedesk/sip";
import type {
  ReferResult,
  TransferRefusal,
  TransferRequest,
} from "../../../calls/legs/transfer-request.ts";
import { type Dialog, createInDialogRequest } from "../dialogs/dialog.ts";
import { sendInDialog, type InDialogDeps } from "../dialogs/send-in-dialog.ts";
import type { SipAdmissionDeps } from "../dialogs/sip-call-deps.ts";
import { parseRefer } from "./parse-refer.ts";
import { ReferNotifier } from "./refer-notifier.ts";
import type { DialogId } from "./replaces.ts";
import { SentReferral } from "./sent-referral.ts";

export interface TransfersDeps extends InDialogDeps {
  context: SipAdmissionDeps;
  onTransfer: (transferRequest: TransferRequest) => TransferRefusal | null;
  onQuiet: () => void;
}

/** No real party transfers more often than this. Each further REFER only gets a 503. */
const referRate = { perSecond: 1, burst: 5 };

/** After this time we send the BYE, even if the far end has not answered the last NOTIFY. */
const NOTIFY_TIMEOUT_MS = 4000;

export class ReferHandler {
  readonly #deps: TransfersDeps;
  readonly #bucket: TokenBucket;
  #notices: ReferNotifier | null = null;
  #sent: SentReferral | null = null;
  #subscriptionCount = 0;
  #isDeciding = false;

  constructor(parts: TransfersDeps) {
    this.#deps = parts;
    this.#bucket = new TokenBucket(parts.context.clock, referRate);
  }

  get isNotifying(): boolean {
    return this.#isDeciding || this.#notices?.isNotifying === true;
  }

  handleRefer(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (!this.#bucket.take()) {
      return transaction.respond(503, { headers: [["Retry-After", "1"]] });
    }
    const unsupported = unsupportedOptions(request.headers.all("Require"));
    if (unsupported.length > 0) {
      return transaction.respond(420, { headers: [["Unsupported", unsupported.join(", ")]] });
    }
    const read = parseRefer(request);
    if (read.type === "refused") {
      return refuse(transaction, read.status, read.message);
    }
    const { target, params, referredBy, isQuiet } = read;
    const replaces = read.replaces === null ? null : this.#replacedBy(read.replaces);
    if (read.replaces !== null && replaces === null) {
      return refuse(transaction, 481, "there is no such dialog");
    }
    this.#requestTransfer(transaction, { target, params, referredBy, isQuiet, replaces });
  }

  /** Passes the request to `control`. If a report comes at once, it waits until the 202 is sent. */
  #requestTransfer(
    transaction: ServerTransaction,
    { isQuiet, ...transferRequest }: Omit<TransferRequest, "report"> & { isQuiet: boolean },
  ): void {
    const early: number[] = [];
    let notify = (status: number): void => void early.push(status);
    this.#isDeciding = true;
    const refusal = this.#deps.onTransfer({
      ...transferRequest,
      report: (status) => notify(status),
    });
    this.#isDeciding = false;
    if (refusal !== null) {
      return refuse(transaction, refusal.sipCode, refusal.message);
    }
    const notices = this.#accept(transaction, isQuiet);
    notify = (status) => notices?.report(status);
    for (const status of early) {
      notify(status);
    }
    this.#deps.onQuiet();
  }

  /** Processes a report about the call that our REFER requested. */
  handleNotify(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (this.#sent?.matches(request) !== true) {
      return transaction.respond(481);
    }
    transaction.respond(200);
    this.#sent.handleNotify(request);
  }

  async refer(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult> {
    const { context, dialog } = this.#deps;
    this.#sent?.abandon();
    const { request, target } = createInDialogRequest(dialog, "REFER");
    const cseq = dialog.localCSeq;
    const lifeMs = context.limits.maxReferralMs;
    const sent = new SentReferral({ clock: context.clock, cseq, lifeMs, onProgress });
    this.#sent = sent;
    request.headers
      .add("Refer-To", `<${to}>`)
      .add("Referred-By", `<${parseNameAddr(dialog.local)?.uri ?? dialog.contact}>`);
    sent.handleAnswer(await sendInDialog(this.#deps, { request, target }));
    return await sent.done;
  }

  flush(): void {
    if (!this.isNotifying) {
      return;
    }
    this.#deps.context.clock.after(NOTIFY_TIMEOUT_MS, () => {
      if (!this.isNotifying) {
        return;
      }
      this.#notices?.stop();
      this.#notices = null;
      this.#deps.onQuiet();
    });
  }

  stop(): void {
    this.#notices?.stop();
    this.#notices = null;
    this.#sent?.abandon();
  }

  #accept(transaction: ServerTransaction, isQuiet: boolean): ReferNotifier | null {
    const { dialog, context } = this.#deps;
    const contact: [string, string] = ["Contact", dialog.contact];
    this.#notices?.stop();
    this.#notices = null;
    if (isQuiet) {
      transaction.respond(202, { headers: [contact, ["Refer-Sub", "false"]] });
      return null;
    }
    transaction.respond(202, { headers: [contact] });
    // The REFER's number distinguishes further subscriptions of a dialog (RFC 3515, 2.4.6).
    const id = this.#subscriptionCount === 0 ? "" : `;id=${transaction.request.cseq.number}`;
    this.#subscriptionCount += 1;
    this.#notices = new ReferNotifier({
      ...this.#deps,
      clock: context.clock,
      event: `refer${id}`,
      lifeMs: context.limits.maxReferralMs,
      onQuiet: this.#deps.onQuiet,
    });
    this.#notices.report(100);
    return this.#notices;
  }

  /** Finds the leg that the REFER names. A far end may name only its own calls. */
  #replacedBy(name: DialogId): LegId | null {
    const { sessions } = this.#deps.context.signalling;
    const session = sessions.find(name.callId, name.localTag, name.remoteTag);
    return session !== null && this.#isSameParty(session.dialog) ? session.leg : null;
  }

  #isSameParty({ source }: Dialog): boolean {
    const { context, dialog } = this.#deps;
    if (source.address === dialog.source.address) {
      return true;
    }
    const { trunks } = context.routing;
    const trunk = trunks.findBySource(dialog.source.address);
    return trunk !== null && trunks.findBySource(source.address) === trunk;
  }
}

function refuse(transaction: ServerTransaction, status: number, message: string): void {
  transaction.respond(status, { headers: [formatWarning(message)] });
}
