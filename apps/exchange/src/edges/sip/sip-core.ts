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
  tagOf,
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
import { Door } from "./access/door.ts";
import { type DialPermitParts, DialPermits } from "./dialling/dial-permits.ts";
import { destinationsOf, routeOf } from "./dialling/outbound-routes.ts";
import type { CallContext } from "./dialogs/call-context.ts";
import { DialogRegistry } from "./dialogs/dialog-registry.ts";
import { Arrivals } from "./legs/arrivals.ts";
import { CallTraffic } from "./legs/call-traffic.ts";
import { OutboundLeg } from "./legs/outbound-leg.ts";
import { refusedLeg } from "./legs/refused-leg.ts";
import { refusalOf } from "./legs/request-refusals.ts";
import { TrunkWatch } from "./registration/trunk-watch.ts";
import { TrunkLines } from "./trunks/trunk-lines.ts";
import { EVERY_TRUNK_FULL } from "./trunks/trunk-table.ts";
import type { SipPlan } from "./trunks/trunk.ts";

export interface SipCoreParts
  extends
    Omit<CallContext, "transactions" | "sessions" | "lines" | "mayDial">,
    Omit<DialPermitParts, "clock"> {
  intake: CallIntake;
  plan: SipPlan;
  send: (datagram: Buffer, target: SipAddress) => void;
  /** An address is not heard any more for a while: its connections may be closed. */
  onBanned?: (address: string) => void;
}

/** The SIP side of the exchange without its socket: datagrams in, datagrams out. */
export class SipCore implements Dialer {
  readonly #parts: SipCoreParts;
  readonly #context: CallContext;
  readonly #transactions: TransactionLayer;
  readonly #invites: TokenBuckets;
  readonly #others: TokenBuckets;
  readonly #traffic: CallTraffic;
  readonly #permits: DialPermits;
  readonly #door: Door;
  readonly #watch: TrunkWatch;
  readonly #legs = new Set<Leg>();
  readonly #arrivals: Arrivals;

  constructor(parts: SipCoreParts) {
    this.#parts = parts;
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
    const permits = new DialPermits({ ...parts, clock });
    this.#permits = permits;
    this.#context = {
      ...parts,
      clock,
      transactions: this.#transactions,
      sessions: new DialogRegistry(),
      lines: new TrunkLines(parts.plan),
      mayDial: (user, trunk) => permits.refusalOf(user, trunk, false),
    };
    this.#traffic = new CallTraffic(this.#context);
    const { onBanned } = parts;
    this.#door = new Door({ ...this.#context, ...(onBanned === undefined ? {} : { onBanned }) });
    this.#arrivals = new Arrivals(this.#context, {
      door: this.#door,
      intake: parts.intake,
      legs: this.#legs,
      isFull: () => this.#isFull,
    });
    this.#watch = new TrunkWatch(this.#context);
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
      this.#parts.logger.error({ err: error }, "a SIP message could not be handled");
    }
  }

  /** Whether a connection from that address is taken. */
  isHeard(address: string): boolean {
    return this.#door.isHeard(address);
  }

  /** Somebody asks too much of a connection. */
  noteAbuse(address: string): void {
    this.#door.noteAbuse(address);
  }

  handleSendError(target: SipAddress): void {
    this.#transactions.handleSendError(target);
  }

  /** A connection with that far end is over. */
  handleClosed(remote: SipAddress): void {
    this.#watch.handleClosed(remote);
  }

  dial(request: DialRequest, sink: LegSink): Leg {
    const route = routeOf(request.to, this.#context, request.byoc);
    if (typeof route === "string") {
      return refusedLeg(sink, { cause: "unreachable", message: route });
    }
    if (this.#isFull) {
      return refusedLeg(sink, { cause: "failed", sipCode: 503, message: "too many calls" });
    }
    const { isCheck = false } = request;
    const permitted = this.#permits.begin(route, sink, isCheck);
    if ("cause" in permitted) {
      return refusedLeg(sink, permitted);
    }
    const mayDial: CallContext["mayDial"] = (user, trunk) =>
      this.#permits.refusalOf(user, trunk, isCheck);
    const context = { ...this.#context, mayDial };
    const destinations = destinationsOf(route, context);
    const onClosed = (): void => void this.#legs.delete(leg);
    const leg = new OutboundLeg({ context, request, destinations, sink: permitted, onClosed });
    this.#legs.add(leg);
    leg.start();
    return leg;
  }

  knowsTrunk(sid: string): boolean {
    return this.#context.lines.knows(sid);
  }

  deadEndOf(to: string, byoc: string | null): string | null {
    const route = routeOf(to, this.#context, byoc);
    return typeof route === "string" && route !== EVERY_TRUNK_FULL ? route : null;
  }

  refusalOf(to: string, isCheck = false): DialRefusal | null {
    const route = routeOf(to, this.#context);
    return this.#permits.forbids(typeof route === "string" ? to : route, isCheck);
  }

  referralRefusalOf(to: string, trunkSid: string | null): DialRefusal | null {
    const route = routeOf(to, this.#context);
    const via = trunkSid === null ? null : this.#context.lines.trunkOfSid(trunkSid);
    return this.#permits.forbidsReferral(route, via);
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
    return this.#legs.size >= this.#parts.limits.maxDialogs;
  }

  #admits(request: Incoming<SipRequest>): boolean {
    const call = this.#findSession(request);
    if (call !== null) {
      return this.#traffic.admits(request, call);
    }
    const { address } = request.source;
    const isTrunk = this.#context.lines.trunkAt(address) !== null;
    // [XI121] Where strangers fill the places that they have, carriers still get theirs.
    const isFull = this.#transactions.isFull && !isTrunk;
    if (!this.#door.admits(request) || isFull) {
      return false;
    }
    const buckets = request.method === "INVITE" ? this.#invites : this.#others;
    return buckets.take(address);
  }

  #findSession(request: Incoming<SipRequest>): ReturnType<DialogRegistry["find"]> {
    const { callId, to, from } = request;
    return this.#context.sessions.find(callId, tagOf(to), tagOf(from));
  }

  #refuseMalformed(parsed: {
    request: Incoming<SipRequest>;
    status: number;
    reason: string;
  }): void {
    const { request, status, reason } = parsed;
    if (!this.#door.answersMalformed(request.source.address)) {
      return;
    }
    if (!this.#others.take(request.source.address)) {
      return;
    }
    const response = makeResponse(request, { status, reason, toTag: newToken() });
    this.#parts.send(serialiseMessage(response), responseTarget(request.via, request.source));
  }

  #handleRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (tagOf(request.to) !== "") {
      const session = this.#findSession(request);
      if (session === null) {
        return transaction.respond(481);
      }
      return session.handleRequest(transaction);
    }
    const refusal = refusalOf(request);
    if (refusal !== null) {
      return transaction.respond(refusal.status, { headers: refusal.headers });
    }
    if (request.method === "INVITE") {
      return this.#arrivals.take(transaction);
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
