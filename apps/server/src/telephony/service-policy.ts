import type { Config } from "../config/config.ts";

/** The behaviour in which telephony services differ, as their documents describe it. */
export interface ServicePolicy {
  /** A change can be missing in the lists of the service for this long. */
  quietMs: number;
  /**
   * A difference between the lists and our calls takes effect when this many comparisons in a row
   * find it.
   */
  findingsInARow: 1 | 2;
  /** Is true when the lists can omit a live leg, so that the leg itself is fetched first. */
  fetchesMissingLegs: boolean;
  /** The interval of comparisons, and the shorter one after a recent change of a call. */
  reconcileEveryMs: number;
  reconcileRecentEveryMs: number;
  /**
   * Is true when the response to a command counts as proof of its effect, because the event can be
   * late.
   */
  trustsResponses: boolean;
  /** Is true when a document can play a stream that never ends. */
  playsStreams: boolean;
  /** Is true when the service keeps a caller while the server postpones the answer. */
  keepsCallers: boolean;
  /** Is true when the service holds a caller whose operator's sound has stopped. */
  holdsSilentPeers: boolean;
  /** Is true when creating a number costs nothing; at Twilio it buys one. */
  createsNumbers: boolean;
  /** Is true when other installations can use the same account. */
  isShared: boolean;
}

const exchangePolicy: ServicePolicy = {
  quietMs: 2_000,
  findingsInARow: 1,
  fetchesMissingLegs: false,
  reconcileEveryMs: 30_000,
  reconcileRecentEveryMs: 30_000,
  trustsResponses: false,
  playsStreams: true,
  keepsCallers: true,
  holdsSilentPeers: true,
  createsNumbers: true,
  isShared: false,
};

/** Twilio's lists lag behind, and its conference callbacks are not repeated. */
const twilioPolicy: ServicePolicy = {
  quietMs: 10_000,
  findingsInARow: 2,
  fetchesMissingLegs: true,
  reconcileEveryMs: 30_000,
  reconcileRecentEveryMs: 10_000,
  trustsResponses: true,
  playsStreams: false,
  keepsCallers: false,
  holdsSilentPeers: false,
  createsNumbers: false,
  isShared: true,
};

export function servicePolicy(kind: Config["telephony"]["kind"]): ServicePolicy {
  return kind === "twilio" ? twilioPolicy : exchangePolicy;
}
