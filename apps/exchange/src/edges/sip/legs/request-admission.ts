import { findNetwork, TokenBuckets } from "@linedesk/base";
import { type Incoming, parseNameAddr, type SipRequest } from "@linedesk/sip";
import type { AccessControl } from "../access/access-control.ts";
import type { ActiveDialog } from "../dialogs/dialog-registry.ts";
import { isFarEnd } from "../dialogs/is-far-end.ts";
import type { SipAdmissionDeps } from "../dialogs/sip-call-deps.ts";
import { CallRateLimiter } from "./call-rate-limiter.ts";

export class RequestAdmission {
  readonly #context: SipAdmissionDeps;
  readonly access: AccessControl;
  readonly #invites: TokenBuckets;
  readonly #others: TokenBuckets;
  readonly #withinCalls: CallRateLimiter;

  constructor(context: SipAdmissionDeps, access: AccessControl) {
    const { clock, limits, routing } = context;
    this.#context = context;
    this.access = access;
    this.#invites = new TokenBuckets(clock, limits.invites);
    this.#others = new TokenBuckets(clock, limits.otherRequests);
    this.#withinCalls = new CallRateLimiter({ clock, limits, trunks: routing.trunks });
  }

  accepts(request: Incoming<SipRequest>, call: ActiveDialog | null): boolean {
    if (call !== null) {
      return this.#withinCalls.accepts(request, call);
    }
    const { signalling, routing } = this.#context;
    const { address } = request.source;
    const isTrunk = routing.trunks.findBySource(address) !== null;
    // When the maximum of transactions is reached, only trunks may begin further ones.
    const isFull = signalling.transactions.isFull && !isTrunk;
    if (!this.access.accepts(request) || isFull) {
      return false;
    }
    const buckets = request.method === "INVITE" ? this.#invites : this.#others;
    return buckets.take(findNetwork(address));
  }

  isFromFarEnd({ source }: Incoming<SipRequest>, { dialog }: ActiveDialog): boolean {
    return isFarEnd(source.address, dialog, this.#context.routing.trunks);
  }

  /**
   * Returns the refusal of a request within a call that comes from another address, or `null` to
   * accept it. A sender that knows the call's tags need not be the far end.
   */
  refuseWithinCall(
    request: Incoming<SipRequest>,
    call: ActiveDialog,
  ): ReturnType<AccessControl["refuseMoved"]> {
    return this.isFromFarEnd(request, call)
      ? null
      : this.access.refuseMoved(request, parseNameAddr(call.dialog.remote)?.uri ?? "");
  }

  answersMalformed(address: string): boolean {
    return this.access.answersMalformed(address) && this.#others.take(findNetwork(address));
  }
}
