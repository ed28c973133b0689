import { type Clock, findNetwork, TokenBucket, TokenBuckets } from "@linedesk/base";
import type { Incoming, SipRequest } from "@linedesk/sip";
import type { SipLimits } from "../access/sip-limits.ts";
import type { ActiveDialog } from "../dialogs/dialog-registry.ts";
import type { TrunkRegistry } from "../trunks/trunk-registry.ts";

export interface CallRateLimiterDeps {
  clock: Clock;
  limits: Pick<SipLimits, "requestsOfCall" | "requestsOfCalls">;
  trunks: TrunkRegistry;
}

/**
 * Limits requests within calls. Each request occupies a transaction for 32 s, so without a limit
 * one caller could use all the capacity.
 */
export class CallRateLimiter {
  readonly #deps: CallRateLimiterDeps;
  readonly #perCall = new WeakMap<ActiveDialog, TokenBucket>();
  readonly #perSource: TokenBuckets;

  constructor(parts: CallRateLimiterDeps) {
    this.#deps = parts;
    this.#perSource = new TokenBuckets(parts.clock, parts.limits.requestsOfCalls);
  }

  accepts({ method, source }: Incoming<SipRequest>, call: ActiveDialog): boolean {
    if (method === "BYE") {
      return true;
    }
    if (!this.#bucketOf(call).take()) {
      return false;
    }
    const isTrunk = this.#deps.trunks.findBySource(source.address) !== null;
    return isTrunk || this.#perSource.take(findNetwork(source.address));
  }

  #bucketOf(call: ActiveDialog): TokenBucket {
    const { clock, limits } = this.#deps;
    const bucket = this.#perCall.get(call) ?? new TokenBucket(clock, limits.requestsOfCall);
    this.#perCall.set(call, bucket);
    return bucket;
  }
}
