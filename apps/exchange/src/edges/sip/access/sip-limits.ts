import type { BucketRate } from "@linedesk/base";
import type { BanRule } from "./bans.ts";

export interface SipLimits {
  /** Concurrent calls in both directions; a further INVITE gets 503. */
  maxDialogs: number;
  /**
   * The part of these calls that may come from one address that is not a trunk; a further INVITE
   * gets 503.
   */
  maxPerSource: number;
  /** Concurrent transactions of outside requests; beyond the limit requests are dropped. */
  maxTransactions: number;
  /** New calls of one source address; beyond the rate they are dropped without an answer. */
  invites: BucketRate;
  /** All other requests outside a call, by source address; beyond the rate they are dropped. */
  otherRequests: BucketRate;
  /** Requests within one call, and within all calls of an address that is not a trunk. */
  requestsOfCall: BucketRate;
  requestsOfCalls: BucketRate;
  /**
   * The maximum time until an inbound or outbound call is answered. It exceeds the maximum Timeout
   * of REST, 600 s.
   */
  maxSetupMs: number;
  /** The longest time for progress reports to a referrer, and for those about our own REFER. */
  maxReferralMs: number;
  /** The longest wait for a response to an INVITE while there is another destination to try. */
  failoverMs: number;
  /** The number of refused requests of one address, and the time of the ban that follows. */
  ban: BanRule;
  /** New requests of an address during its ban, so that a telephone there can authenticate. */
  bannedRequests: BucketRate;
  /** Log lines about wrong passwords, by source address. */
  loggedRefusals: BucketRate;
}

export const defaultSipLimits: SipLimits = {
  maxDialogs: 1000,
  maxPerSource: 500,
  maxTransactions: 5000,
  invites: { perSecond: 30, burst: 300 },
  otherRequests: { perSecond: 30, burst: 300 },
  requestsOfCall: { perSecond: 20, burst: 100 },
  requestsOfCalls: { perSecond: 60, burst: 500 },
  maxSetupMs: 620_000,
  maxReferralMs: 300_000,
  failoverMs: 4000,
  ban: { strikes: 10, withinMs: 60_000, banMs: 600_000 },
  bannedRequests: { perSecond: 1 / 15, burst: 4 },
  loggedRefusals: { perSecond: 1 / 15, burst: 10 },
};
