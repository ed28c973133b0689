import { findNetwork, TokenBuckets } from "@linedesk/base";
import { type Incoming, parseNameAddr, type SipAddress, type SipRequest } from "@linedesk/sip";
import type { AccessControl } from "../access/access-control.ts";
import type { ActiveDialog } from "../dialogs/dialog-registry.ts";
import { isFarEnd } from "../dialogs/is-far-end.ts";
import type { SipAdmissionDeps } from "../dialogs/sip-call-deps.ts";
import { CallRateLimiter } from "./call-rate-limiter.ts";

export type Admission =
  | { type: "accepted" }
  | { type: "dropped" }
  | { type: "challenged"; headers: [name: string, value: string][] };

const accepted: Admission = { type: "accepted" };
const dropped: Admission = { type: "dropped" };

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

  /** Returns the decision on a request: accept it, drop it, or challenge its sender. */
  admit(request: Incoming<SipRequest>, call: ActiveDialog | null): Admission {
    if (call !== null) {
      return this.#withinCalls.accepts(request, call) ? accepted : dropped;
    }
    const { signalling, routing } = this.#context;
    const { address } = request.source;
    const isTrunk = routing.trunks.findBySource(address) !== null;
    const buckets = request.method === "INVITE" ? this.#invites : this.#others;
    // Forged packets of an address use no tokens of the telephone there.
    const sender = `${findNetwork(address)}${this.access.isReached(request) ? " reached" : ""}`;
    if (!this.access.accepts(request) || !buckets.take(sender)) {
      return dropped;
    }
    const headers = this.access.challengeUnreached(request);
    if (headers !== null) {
      return { type: "challenged", headers };
    }
    // When the maximum number of transactions is reached, only trunks may begin further ones.
    return signalling.transactions.isFull && !isTrunk ? dropped : accepted;
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

  answersMalformed(source: SipAddress): boolean {
    return this.access.answersMalformed(source) && this.#others.take(findNetwork(source.address));
  }
}
