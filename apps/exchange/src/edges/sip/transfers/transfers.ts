import { TokenBucket } from "@linedesk/base";
import type { LegId } from "@linedesk/media";
import { parseNameAddr, type ServerTransaction, unspokenIn } from "@linedesk/sip";
import type { ReferResult, TransferRefusal, TransferWish } from "../../../calls/legs/transfer.ts";
import type { CallContext } from "../dialogs/call-context.ts";
import { type Dialog, requestWithin } from "../dialogs/dialog.ts";
import { sendWithin, type WithinParts } from "../dialogs/within-dialog.ts";
import { readRefer } from "./refer-request.ts";
import { ReferralNotices } from "./referral-notices.ts";
import type { DialogName } from "./replaces.ts";
import { SentReferral } from "./sent-referral.ts";

export interface TransfersParts extends WithinParts {
  context: CallContext;
  onTransfer: (wish: TransferWish) => TransferRefusal | null;
  /** The far end is not being told anything any more, for now. */
  onQuiet: () => void;
}

/** Nobody transfers more often; a flood of REFERs costs an answer each. */
const referRate = { perSecond: 1, burst: 5 };

/** A far end that is slow to acknowledge its NOTIFY is hung up all the same. */
const FAREWELL_MS = 4000;

/** What a dialog has to do with transfers: the far end's REFERs (RFC 3515), and ours. */
export class Transfers {
  readonly #parts: TransfersParts;
  readonly #bucket: TokenBucket;
  #notices: ReferralNotices | null = null;
  #sent: SentReferral | null = null;
  #taken = 0;
  #isDeciding = false;

  constructor(parts: TransfersParts) {
    this.#parts = parts;
    this.#bucket = new TokenBucket(parts.context.clock, referRate);
  }

  /** Whether a REFER is being answered, or a NOTIFY under way; the BYE waits for them. */
  get isTelling(): boolean {
    return this.#isDeciding || this.#notices?.isTelling === true;
  }

  handleRefer(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (!this.#bucket.take()) {
      return transaction.respond(503, { headers: [["Retry-After", "1"]] });
    }
    const unspoken = unspokenIn(request.headers.all("Require"));
    if (unspoken.length > 0) {
      return transaction.respond(420, { headers: [["Unsupported", unspoken.join(", ")]] });
    }
    const read = readRefer(request);
    if (read.type === "refused") {
      return refuse(transaction, read.status, read.message);
    }
    const { target, params, referredBy, isQuiet } = read;
    const replaces = read.replaces === null ? null : this.#replacedBy(read.replaces);
    if (read.replaces !== null && replaces === null) {
      return refuse(transaction, 481, "there is no such dialog");
    }
    this.#put(transaction, { target, params, referredBy, isQuiet, replaces });
  }

  /** Puts the wish before the core. What that tells at once waits until the 202 is out. */
  #put(
    transaction: ServerTransaction,
    { isQuiet, ...wish }: Omit<TransferWish, "report"> & { isQuiet: boolean },
  ): void {
    const early: number[] = [];
    let tell = (status: number): void => void early.push(status);
    this.#isDeciding = true;
    const refusal = this.#parts.onTransfer({ ...wish, report: (status) => tell(status) });
    this.#isDeciding = false;
    if (refusal !== null) {
      return refuse(transaction, refusal.sipCode, refusal.message);
    }
    const notices = this.#accept(transaction, isQuiet);
    tell = (status) => notices?.report(status);
    for (const status of early) {
      tell(status);
    }
    this.#parts.onQuiet();
  }

  /** How a call goes that a REFER of ours asked for. */
  handleNotify(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (this.#sent?.takes(request) !== true) {
      return transaction.respond(481);
    }
    transaction.respond(200);
    this.#sent.handleNotify(request);
  }

  /** Asks the far end to call somebody else; resolves when it tells nothing more. */
  async refer(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult> {
    const { context, dialog } = this.#parts;
    this.#sent?.giveUp();
    const { request, target } = requestWithin(dialog, "REFER");
    const cseq = dialog.localCSeq;
    const lifeMs = context.limits.maxReferralMs;
    const sent = new SentReferral({ clock: context.clock, cseq, lifeMs, onProgress });
    this.#sent = sent;
    request.headers
      .add("Refer-To", `<${to}>`)
      .add("Referred-By", `<${parseNameAddr(dialog.local)?.uri ?? dialog.contact}>`);
    sent.handleAnswer(await sendWithin(this.#parts, { request, target }));
    return await sent.done;
  }

  /** We hang up: what is being told gets a moment to arrive. */
  hurry(): void {
    if (!this.isTelling) {
      return;
    }
    this.#parts.context.clock.after(FAREWELL_MS, () => {
      if (!this.isTelling) {
        return;
      }
      this.#notices?.stop();
      this.#notices = null;
      this.#parts.onQuiet();
    });
  }

  /** The dialog is over. */
  stop(): void {
    this.#notices?.stop();
    this.#notices = null;
    this.#sent?.giveUp();
  }

  #accept(transaction: ServerTransaction, isQuiet: boolean): ReferralNotices | null {
    const { dialog, context } = this.#parts;
    const contact: [string, string] = ["Contact", dialog.contact];
    this.#notices?.stop();
    this.#notices = null;
    if (isQuiet) {
      transaction.respond(202, { headers: [contact, ["Refer-Sub", "false"]] });
      return null;
    }
    transaction.respond(202, { headers: [contact] });
    // Further subscriptions of a dialog are told apart by the REFER's number (RFC 3515, 2.4.6).
    const id = this.#taken === 0 ? "" : `;id=${transaction.request.cseq.number}`;
    this.#taken += 1;
    this.#notices = new ReferralNotices({
      ...this.#parts,
      clock: context.clock,
      event: `refer${id}`,
      lifeMs: context.limits.maxReferralMs,
      onQuiet: this.#parts.onQuiet,
    });
    this.#notices.report(100);
    return this.#notices;
  }

  /** Another call of the far end's own; nobody passes on what is somebody else's. */
  #replacedBy(name: DialogName): LegId | null {
    const { sessions } = this.#parts.context;
    const session = sessions.find(name.callId, name.localTag, name.remoteTag);
    return session !== null && this.#isSameParty(session.dialog) ? session.leg : null;
  }

  #isSameParty({ source }: Dialog): boolean {
    const { context, dialog } = this.#parts;
    if (source.address === dialog.source.address) {
      return true;
    }
    const trunk = context.lines.trunkAt(dialog.source.address);
    return trunk !== null && context.lines.trunkAt(source.address) === trunk;
  }
}

function refuse(transaction: ServerTransaction, status: number, message: string): void {
  transaction.respond(status, { headers: [["Warning", `399 linedesk "${message}"`]] });
}
