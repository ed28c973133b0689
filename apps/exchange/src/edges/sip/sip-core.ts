import { TokenBuckets } from "@linedesk/base";
import {
  ALLOWED_METHODS,
  guardedClock,
  type Incoming,
  makeResponse,
  newToken,
  parseDatagram,
  responseTarget,
  serialiseMessage,
  type ServerTransaction,
  type SipAddress,
  type SipRequest,
  SUPPORTED_EXTENSIONS,
  readTag,
  TransactionLayer,
} from "@linedesk/sip";
import type {
  CallIntake,
  Dialer,
  DialRefusal,
  DialRequest,
  Leg,
  LegSink,
} from "../../calls/legs/leg.ts";
import { AccessControl } from "./access/access-control.ts";
import { type DialPolicyDeps, DialPolicy } from "./dialling/dial-policy.ts";
import { iterateDestinations, resolveRoute } from "./dialling/resolve-route.ts";
import { DialogRegistry } from "./dialogs/dialog-registry.ts";
import type { SipCallDeps } from "./dialogs/sip-call-deps.ts";
import { CallRateLimiter } from "./legs/call-rate-limiter.ts";
import { checkRequest } from "./legs/check-request.ts";
import { IncomingInvites } from "./legs/incoming-invites.ts";
import { OutboundLeg } from "./legs/outbound-leg.ts";
import { refusedLeg } from "./legs/refused-leg.ts";
import { TrunkMonitor } from "./registration/trunk-monitor.ts";
import { TrunkRegistry } from "./trunks/trunk-registry.ts";
import type { SipPlan } from "./trunks/trunk.ts";
import { EVERY_TRUNK_FULL } from "./trunks/trunks-for.ts";

export interface SipCoreDeps
  extends
    Omit<SipCallDeps, "transactions" | "sessions" | "trunks" | "mayDial">,
    Omit<DialPolicyDeps, "clock"> {
  intake: CallIntake;
  plan: SipPlan;
  send: (datagram: Buffer, target: SipAddress) => void;
  /** An address is not heard any more for a while: its connections may be closed. */
  onBanned?: (address: string) => void;
}

/** The SIP side of the exchange without its socket: datagrams in, datagrams out. */
export class SipCore implements Dialer {
  readonly #deps: SipCoreDeps;
  readonly #context: SipCallDeps;
  readonly #transactions: TransactionLayer;
  readonly #invites: TokenBuckets;
  readonly #others: TokenBuckets;
  readonly #traffic: CallRateLimiter;
  readonly #dialPolicy: DialPolicy;
  readonly #access: AccessControl;
  readonly #watch: TrunkMonitor;
  readonly #legs = new Set<Leg>();
  readonly #arrivals: IncomingInvites;

  constructor(parts: SipCoreDeps) {
    this.#deps = parts;
    const { send, limits } = parts;
    const clock = guardedClock(parts.clock, parts.logger);
    this.#invites = new TokenBuckets(clock, limits.invites);
    this.#others = new TokenBuckets(clock, limits.otherRequests);
    this.#transactions = new TransactionLayer({
      clock,
      send,
      admits: (request) => this.#admits(request),
      onRequest: (transaction) => this.#handleRequest(transaction),
      onAck: (ack) => this.#findSession(ack)?.handleAck(ack),
      onCancel: (cancel, invite) => this.#handleCancel(cancel, invite),
      maxTransactions: limits.maxTransactions,
    });
    const permits = new DialPolicy({ ...parts, clock });
    this.#dialPolicy = permits;
    this.#context = {
      ...parts,
      clock,
      transactions: this.#transactions,
      sessions: new DialogRegistry(),
      trunks: new TrunkRegistry(parts.plan),
      mayDial: (user, trunk) => permits.checkNumber(user, trunk, false),
    };
    this.#traffic = new CallRateLimiter(this.#context);
    const { onBanned } = parts;
    this.#access = new AccessControl({
      ...this.#context,
      ...(onBanned === undefined ? {} : { onBanned }),
    });
    this.#arrivals = new IncomingInvites(this.#context, {
      access: this.#access,
      intake: parts.intake,
      legs: this.#legs,
      isFull: () => this.#isFull,
    });
    this.#watch = new TrunkMonitor(this.#context);
  }

  /** Legs that live, and dialogs whose BYE is still under way. */
  get isIdle(): boolean {
    const isQuiet = this.#legs.size === 0 && this.#context.sessions.size === 0;
    return isQuiet && this.#watch.isIdle;
  }

  /** Registers at the trunks and asks after them, from now on. */
  start(): void {
    this.#watch.start();
  }

  /** Takes one datagram. Whatever it holds, it is answered or dropped, and nothing is thrown. */
  handleDatagram(datagram: Buffer, source: SipAddress): void {
    try {
      const parsed = parseDatagram(datagram, source);
      if (parsed.type === "answerable") {
        this.#refuseMalformed(parsed);
      }
      if (parsed.type !== "message") {
        return;
      }
      const { message } = parsed;
      if (message.type === "request") {
        this.#transactions.handleRequest(message);
      } else {
        this.#transactions.handleResponse(message);
      }
    } catch (error) {
      this.#deps.logger.error({ err: error }, "a SIP message could not be handled");
    }
  }

  /** Whether a connection from that address is taken. */
  acceptsAddress(address: string): boolean {
    return this.#access.acceptsAddress(address);
  }

  /** Somebody asks too much of a connection. */
  recordAbuse(address: string): void {
    this.#access.recordAbuse(address);
  }

  handleSendError(target: SipAddress): void {
    this.#transactions.handleSendError(target);
  }

  /** A connection with that far end is over. */
  handleClosed(remote: SipAddress): void {
    this.#watch.handleClosed(remote);
  }

  dial(request: DialRequest, sink: LegSink): Leg {
    const route = resolveRoute(request.to, this.#context, request.byoc);
    if (typeof route === "string") {
      return refusedLeg(sink, { cause: "unreachable", message: route });
    }
    if (this.#isFull) {
      return refusedLeg(sink, { cause: "failed", sipCode: 503, message: "too many calls" });
    }
    const { isVerification: isCheck = false } = request;
    const permitted = this.#dialPolicy.begin(route, sink, isCheck);
    if ("cause" in permitted) {
      return refusedLeg(sink, permitted);
    }
    const mayDial: SipCallDeps["mayDial"] = (user, trunk) =>
      this.#dialPolicy.checkNumber(user, trunk, isCheck);
    const context = { ...this.#context, mayDial };
    const destinations = iterateDestinations(route, context);
    const onClosed = (): void => void this.#legs.delete(leg);
    const leg = new OutboundLeg({ context, request, destinations, sink: permitted, onClosed });
    this.#legs.add(leg);
    leg.start();
    return leg;
  }

  knowsTrunk(sid: string): boolean {
    return this.#context.trunks.knows(sid);
  }

  findUnreachableReason(to: string, byoc: string | null): string | null {
    const route = resolveRoute(to, this.#context, byoc);
    return typeof route === "string" && route !== EVERY_TRUNK_FULL ? route : null;
  }

  checkDial(to: string, isCheck = false): DialRefusal | null {
    const route = resolveRoute(to, this.#context);
    return this.#dialPolicy.checkRoute(typeof route === "string" ? to : route, isCheck);
  }

  checkReferral(to: string, trunkSid: string | null): DialRefusal | null {
    const route = resolveRoute(to, this.#context);
    const via = trunkSid === null ? null : this.#context.trunks.findBySid(trunkSid);
    return this.#dialPolicy.checkReferral(route, via);
  }

  /** Ends every call; their last words need the socket for a moment longer. */
  hangUpAll(): void {
    this.#watch.close();
    for (const leg of this.#legs) {
      leg.hangUp({ cause: "hangup" });
    }
  }

  close(): void {
    this.#watch.close();
    this.#transactions.close();
  }

  get #isFull(): boolean {
    return this.#legs.size >= this.#deps.limits.maxDialogs;
  }

  #admits(request: Incoming<SipRequest>): boolean {
    const call = this.#findSession(request);
    if (call !== null) {
      return this.#traffic.accepts(request, call);
    }
    const { address } = request.source;
    const isTrunk = this.#context.trunks.findBySource(address) !== null;
    // [XI121] Where strangers fill the places that they have, carriers still get theirs.
    const isFull = this.#transactions.isFull && !isTrunk;
    if (!this.#access.accepts(request) || isFull) {
      return false;
    }
    const buckets = request.method === "INVITE" ? this.#invites : this.#others;
    return buckets.take(address);
  }

  #findSession(request: Incoming<SipRequest>): ReturnType<DialogRegistry["find"]> {
    const { callId, to, from } = request;
    return this.#context.sessions.find(callId, readTag(to), readTag(from));
  }

  #refuseMalformed(parsed: {
    request: Incoming<SipRequest>;
    status: number;
    reason: string;
  }): void {
    const { request, status, reason } = parsed;
    if (!this.#access.answersMalformed(request.source.address)) {
      return;
    }
    if (!this.#others.take(request.source.address)) {
      return;
    }
    const response = makeResponse(request, { status, reason, toTag: newToken() });
    this.#deps.send(serialiseMessage(response), responseTarget(request.via, request.source));
  }

  #handleRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (readTag(request.to) !== "") {
      const session = this.#findSession(request);
      if (session === null) {
        return transaction.respond(481);
      }
      return session.handleRequest(transaction);
    }
    const refusal = checkRequest(request);
    if (refusal !== null) {
      return transaction.respond(refusal.status, { headers: refusal.headers });
    }
    if (request.method === "INVITE") {
      return this.#arrivals.handleInvite(transaction);
    }
    if (request.method === "OPTIONS") {
      return this.#handleOptions(transaction);
    }
    // A REFER outside of a call would have us call whom a stranger names.
    transaction.respond(request.method === "REFER" ? 403 : 481);
  }

  #handleOptions(transaction: ServerTransaction): void {
    const headers: [string, string][] = [
      ["Allow", ALLOWED_METHODS],
      ["Accept", "application/sdp"],
      ["Supported", SUPPORTED_EXTENSIONS],
    ];
    transaction.respond(this.#isFull ? 503 : 200, { headers });
  }

  #handleCancel(cancel: ServerTransaction, invite: ServerTransaction | null): void {
    if (invite === null) {
      return cancel.respond(481);
    }
    cancel.respond(200, { toTag: invite.toTag });
    // A re-INVITE is given up; the call that it belongs to goes on.
    if (!this.#arrivals.cancel(invite)) {
      invite.respond(487);
    }
  }
}
