import { type Clock, TokenBucket, TokenBuckets } from "@linedesk/base";
import type { Incoming, SipRequest } from "@linedesk/sip";
import type { SipLimits } from "../access/sip-limits.ts";
import type { LivingDialog } from "../dialogs/dialog-registry.ts";
import type { TrunkLines } from "../trunks/trunk-lines.ts";

export interface CallTrafficParts {
  clock: Clock;
  limits: Pick<SipLimits, "requestsOfCall" | "requestsOfCalls">;
  lines: TrunkLines;
}

/** Requests within calls: each is minded for 32 s, so that a caller could leave no room for others. */
export class CallTraffic {
  readonly #parts: CallTrafficParts;
  readonly #ofCall = new WeakMap<LivingDialog, TokenBucket>();
  readonly #ofSource: TokenBuckets;

  constructor(parts: CallTrafficParts) {
    this.#parts = parts;
    this.#ofSource = new TokenBuckets(parts.clock, parts.limits.requestsOfCalls);
  }

  /** False drops the request without a word. A call may always end. */
  admits({ method, source }: Incoming<SipRequest>, call: LivingDialog): boolean {
    if (method === "BYE") {
      return true;
    }
    if (!this.#bucketOf(call).take()) {
      return false;
    }
    const isTrunk = this.#parts.lines.trunkAt(source.address) !== null;
    return isTrunk || this.#ofSource.take(source.address);
  }

  #bucketOf(call: LivingDialog): TokenBucket {
    const { clock, limits } = this.#parts;
    const bucket = this.#ofCall.get(call) ?? new TokenBucket(clock, limits.requestsOfCall);
    this.#ofCall.set(call, bucket);
    return bucket;
  }
}
