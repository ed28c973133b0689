import { randomBytes } from "node:crypto";

import { type Clock, findNetwork, TokenBuckets } from "@linedesk/base";
import {
  type AudioTerms,
  DigestAuthenticator,
  type Incoming,
  isReliable,
  parseSipUri,
  type SipAddress,
  type SipLogger,
  type SipRequest,
} from "@linedesk/sip";
import { anonymousAudioTerms, trunkAudioTerms } from "../trunks/trunk-audio-terms.ts";
import type { TrunkRegistry } from "../trunks/trunk-registry.ts";
import type { PhoneUser, Trunk } from "../trunks/trunk.ts";
import { Bans } from "./bans.ts";
import type { SipLimits } from "./sip-limits.ts";

/** The sender of a request. A telephone must still prove its identity. */
export type Peer =
  | { type: "trunk"; trunk: Trunk }
  | { type: "phone"; phone: PhoneUser }
  /** Any sender, when the plan is open. */
  | { type: "anonymous" };

export type AccessDecision =
  | { type: "in"; peer: Peer }
  | { type: "challenge"; headers: [name: string, value: string][] };

export interface AccessControlDeps {
  clock: Clock;
  logger: SipLogger;
  trunks: TrunkRegistry;
  limits: SipLimits;
  onBanned?: (address: string) => void;
}

export class AccessControl {
  readonly #deps: AccessControlDeps;
  readonly #guard: DigestAuthenticator;
  readonly #bans: Bans;
  readonly #bannedRequests: TokenBuckets;
  readonly #loggedRefusals: TokenBuckets;
  /** Nobody knows this password, so a user that does not exist cannot authenticate. */
  readonly #unknownPassword = randomBytes(16).toString("hex");

  constructor(parts: AccessControlDeps) {
    this.#deps = parts;
    this.#guard = new DigestAuthenticator(parts.clock, "linedesk");
    this.#bans = new Bans(parts.clock, parts.limits.ban);
    this.#bannedRequests = new TokenBuckets(parts.clock, parts.limits.bannedRequests);
    this.#loggedRefusals = new TokenBuckets(parts.clock, parts.limits.loggedRefusals);
  }

  accepts(request: Incoming<SipRequest>): boolean {
    const { address } = request.source;
    if (this.#deps.trunks.findBySource(address) !== null) {
      return true;
    }
    const network = findNetwork(address);
    if (this.#bans.isBanned(network)) {
      return this.#hasPhones && this.#bannedRequests.take(network);
    }
    if (this.#identifyPeer(request) !== null) {
      return true;
    }
    this.#countOffence(address);
    return false;
  }

  acceptsAddress(address: string): boolean {
    return (
      this.#deps.trunks.findBySource(address) !== null || !this.#bans.isBanned(findNetwork(address))
    );
  }

  isUntrusted(address: string): boolean {
    const { trunks } = this.#deps;
    return trunks.plan.trunks.length > 0 && trunks.findBySource(address) === null;
  }

  recordAbuse(address: string): void {
    if (this.#deps.trunks.findBySource(address) === null) {
      this.#countOffence(address);
    }
  }

  answersMalformed(source: SipAddress): boolean {
    const { trunks } = this.#deps;
    if (!trunks.plan.isClosed || trunks.findBySource(source.address) !== null) {
      return true;
    }
    // A packet with the forged address of a telephone must not get the telephone banned.
    if (isReliable(source) || !this.#hasPhones) {
      this.#countOffence(source.address);
    }
    return false;
  }

  /** Returns true if the sender has received a challenge at its address. */
  isReached({ headers, source }: Incoming<SipRequest>): boolean {
    const authorization = this.#guard.choose(headers.all("Authorization"));
    return this.#guard.isReached({ authorization, sourceAddress: source.address });
  }

  /**
   * Returns the challenge for an INVITE of a telephone that has not received one, or `null`. It
   * needs no transaction, so forged INVITEs use no memory and cause no retransmissions.
   */
  challengeUnreached(request: Incoming<SipRequest>): [name: string, value: string][] | null {
    if (request.method !== "INVITE" || this.isReached(request)) {
      return null;
    }
    if (this.#identifyPeer(request)?.type !== "phone") {
      return null;
    }
    const isStale = request.headers.get("Authorization") !== null;
    return this.#guard.challenges(request.source.address, isStale);
  }

  authorize(request: Incoming<SipRequest>): AccessDecision {
    const peer = this.#identifyPeer(request) ?? { type: "anonymous" };
    const credentials = findCredentials(peer);
    if (credentials === null) {
      return { type: "in", peer };
    }
    const verdict = this.#guard.check(
      {
        method: request.method,
        authorization: this.#guard.choose(request.headers.all("Authorization")),
        sourceAddress: request.source.address,
      },
      credentials,
    );
    if (verdict === "right") {
      return { type: "in", peer };
    }
    if (verdict === "wrong") {
      this.#logWrongPassword(request, peer);
      if (peer.type !== "trunk") {
        this.#countOffence(request.source.address);
      }
    }
    const headers = this.#guard.challenges(request.source.address, verdict === "stale");
    return { type: "challenge", headers };
  }

  /**
   * Checks a request that comes from another address within a telephone's call. Returns `null` with
   * the right password, otherwise the answer. If the request is refused, the call stays with the
   * earlier address.
   */
  refuseMoved(
    request: Incoming<SipRequest>,
    remote: string,
  ): { status: number; headers: [name: string, value: string][] } | null {
    const user = parseSipUri(remote)?.user;
    const phone = this.#deps.trunks.plan.phones.find(({ username }) => username === user);
    if (phone === undefined) {
      return { status: 403, headers: [] };
    }
    const { address: sourceAddress } = request.source;
    const authorization = this.#guard.choose(request.headers.all("Authorization"));
    const verdict = this.#guard.check(
      { method: request.method, authorization, sourceAddress },
      phone,
    );
    if (verdict === "right") {
      return null;
    }
    if (verdict === "wrong") {
      this.#logWrongPassword(request, { type: "phone", phone });
      this.#countOffence(sourceAddress);
    }
    const headers = this.#guard.challenges(sourceAddress, verdict === "stale");
    return { status: 401, headers };
  }

  #identifyPeer(request: Incoming<SipRequest>): Peer | null {
    const { trunks } = this.#deps;
    const trunk = trunks.findBySource(request.source.address);
    if (trunk !== null) {
      return { type: "trunk", trunk };
    }
    const named =
      this.#guard.readUsername(this.#guard.choose(request.headers.all("Authorization"))) ??
      parseSipUri(request.from.uri)?.user;
    const phone = trunks.plan.phones.find(({ username }) => username === named);
    if (phone !== undefined) {
      return { type: "phone", phone };
    }
    if (!trunks.plan.isClosed) {
      return { type: "anonymous" };
    }
    // The answers do not show which users exist.
    const unknown = { username: named ?? "", password: this.#unknownPassword };
    return this.#hasPhones ? { type: "phone", phone: unknown } : null;
  }

  get #hasPhones(): boolean {
    return this.#deps.trunks.plan.phones.some(({ isInternal = false }) => !isInternal);
  }

  /** A claimed name without a telephone may be a caller's number, so it is not logged. */
  #logWrongPassword({ method, source }: Incoming<SipRequest>, peer: Peer): void {
    const { address } = source;
    if (!this.#loggedRefusals.take(findNetwork(address))) {
      return;
    }
    const isKnown = peer.type === "phone" && this.#deps.trunks.plan.phones.includes(peer.phone);
    const phone = isKnown ? peer.phone.username : undefined;
    const trunk = peer.type === "trunk" ? peer.trunk.name : undefined;
    this.#deps.logger.warn({ address, phone, trunk, method }, "SIP password refused");
  }

  #countOffence(address: string): void {
    if (this.#bans.countOffence(findNetwork(address))) {
      this.#deps.logger.warn({ address }, "SIP source banned");
      this.#deps.onBanned?.(address);
    }
  }
}

function findCredentials(peer: Peer): PhoneUser | null {
  if (peer.type === "phone") {
    return peer.phone;
  }
  if (peer.type === "trunk" && peer.trunk.challenges) {
    return peer.trunk.credentials;
  }
  return null;
}

/** Returns the audio terms for a call of that peer; `far` is the address of the far end. */
export function audioTermsForPeer(peer: Peer, far: SipAddress): Required<AudioTerms> {
  return peer.type === "trunk" ? trunkAudioTerms(peer.trunk, far) : anonymousAudioTerms(far);
}
