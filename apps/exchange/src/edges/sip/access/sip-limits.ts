import type { BucketRate } from "@linedesk/base";
import type { BanRule } from "./bans.ts";

export interface SipLimits {
  /** Calls at once, both ways; a further INVITE is answered 503. */
  maxDialogs: number;
  /** Of these, calls in of one address that is no trunk's; a further INVITE is answered 503. */
  maxPerSource: number;
  /** Requests from outside that are being minded at once; beyond it they are dropped. */
  maxTransactions: number;
  /** New calls of one source address; beyond it they are dropped in silence. */
  invites: BucketRate;
  /** All other requests outside of a call, by source address; dropped beyond it. */
  otherRequests: BucketRate;
  /** Requests within one call, and within all calls of an address that is no trunk's. */
  requestsOfCall: BucketRate;
  requestsOfCalls: BucketRate;
  /** How long a call, either way, may go unanswered: longer than the longest Timeout, 600 s. */
  maxSetupMs: number;
  /** How long a referrer is told of what became of their REFER, and we listen to that of ours. */
  maxReferralMs: number;
  /** How long a place may say nothing to an INVITE while another could be tried. */
  failoverMs: number;
  /** How often a stranger may knock at a closed door, and how long they are then not heard. */
  ban: BanRule;
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
};
