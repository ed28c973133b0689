import type { CallIntake, Dialer, DialRequest, Leg, LegEnd, LegSink } from "../calls/leg.ts";
import type { Clock } from "../core/clock.ts";
import { type CallContext, DialogRegistry, type SipLogger } from "./call-context.ts";
import { allowedMethods } from "./dialogs/dialog-session.ts";
import { type DialPermitParts, DialPermits } from "./dialling/dial-permits.ts";
import { Door, audioTermsOf, type Visitor } from "./door/door.ts";
import { InboundLeg } from "./legs/inbound-leg.ts";
import { optionTags, supportedExtensions } from "./messages/option-tags.ts";
import { destinationsOf, routeOf } from "./dialling/outbound-routes.ts";
import { OutboundLeg } from "./legs/outbound-leg.ts";
import { type AudioTerms, chooseAudio } from "./sdp/sdp-negotiation.ts";
import { SdpError } from "./sdp/sdp.ts";
import { minSessionS, termsAsked } from "./dialogs/session-timer.ts";
import type { ServerTransaction } from "./transactions/server-transaction.ts";
import type { SipAddress } from "./messages/sip-address.ts";
import {
  type Incoming,
  makeResponse,
  newToken,
  serialiseMessage,
  type SipRequest,
  tagOf,
} from "./messages/sip-message.ts";
import { parseDatagram } from "./messages/sip-parser.ts";
import { parseSipUri } from "./messages/sip-uri.ts";
import { TokenBuckets } from "../rates/token-buckets.ts";
import { TrunkWatch } from "./trunks/trunk-watch.ts";
import { TrunkLines } from "./trunks/trunk-lines.ts";
import type { SipPlan } from "./trunks/trunk.ts";
import { TransactionLayer } from "./transactions/transaction-layer.ts";
import { responseTarget } from "./messages/via.ts";

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

const knownMethods = new Set(
  "INVITE ACK CANCEL BYE OPTIONS INFO REGISTER SUBSCRIBE NOTIFY MESSAGE REFER UPDATE PRACK PUBLISH".split(
    " ",
  ),
);

/** The SIP side of the exchange without its socket: datagrams in, datagrams out. */
export class SipCore implements Dialer {
  readonly #parts: SipCoreParts;
  readonly #context: CallContext;
  readonly #transactions: TransactionLayer;
  readonly #invites: TokenBuckets;
  readonly #others: TokenBuckets;
  readonly #permits: DialPermits;
  readonly #door: Door;
  readonly #watch: TrunkWatch;
  readonly #legs = new Set<Leg>();
  /** By the INVITE's transaction for CANCEL, and by call for merged requests (482). */
  readonly #arriving = new Map<ServerTransaction, InboundLeg>();

  constructor(parts: SipCoreParts) {
    this.#parts = parts;
    const { send, limits } = parts;
    const clock = guarded(parts.clock, parts.logger);
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
      mayDial: (user, trunk) => permits.refusalOf(user, trunk),
    };
    const { onBanned } = parts;
    this.#door = new Door({ ...this.#context, ...(onBanned === undefined ? {} : { onBanned }) });
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
      if (parsed.type === "answerable") this.#refuseMalformed(parsed);
      if (parsed.type !== "message") return;
      const { message } = parsed;
      if (message.type === "request") this.#transactions.handleRequest(message);
      else this.#transactions.handleResponse(message);
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

  dial(request: DialRequest, sink: LegSink): Leg {
    const route = routeOf(request.to, this.#context, request.byoc);
    if (typeof route === "string") {
      return refusedLeg(sink, { cause: "unreachable", message: route });
    }
    if (this.#isFull) {
      return refusedLeg(sink, { cause: "failed", sipCode: 503, message: "too many calls" });
    }
    const permitted = this.#permits.begin(route, sink);
    if ("cause" in permitted) return refusedLeg(sink, permitted);
    const context = this.#context;
    const destinations = destinationsOf(route, context);
    const onClosed = (): void => void this.#legs.delete(leg);
    const leg = new OutboundLeg({ context, request, destinations, sink: permitted, onClosed });
    this.#legs.add(leg);
    leg.start();
    return leg;
  }

  knowsTrunk(byoc: string): boolean {
    return this.#context.lines.knows(byoc);
  }

  refusalOf(to: string): { twilioCode: number; message: string } | null {
    const route = routeOf(to, this.#context);
    return this.#permits.forbids(typeof route === "string" ? to : route);
  }

  /** Ends every call; their last words need the socket for a moment longer. */
  hangUpAll(): void {
    this.#watch.close();
    for (const leg of this.#legs) leg.hangUp({ cause: "hangup" });
  }

  close(): void {
    this.#watch.close();
    this.#transactions.close();
  }

  get #isFull(): boolean {
    return this.#legs.size >= this.#parts.limits.maxDialogs;
  }

  #admits(request: Incoming<SipRequest>): boolean {
    if (this.#findSession(request) !== null) return true;
    if (!this.#door.admits(request) || this.#transactions.isFull) return false;
    const buckets = request.method === "INVITE" ? this.#invites : this.#others;
    return buckets.take(request.source.address);
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
    if (!this.#door.answersMalformed(request.source.address)) return;
    if (!this.#others.take(request.source.address)) return;
    const response = makeResponse(request, { status, reason, toTag: newToken() });
    this.#parts.send(serialiseMessage(response), responseTarget(request.via, request.source));
  }

  #handleRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (tagOf(request.to) !== "") {
      const session = this.#findSession(request);
      if (session === null) return transaction.respond(481);
      return session.handleRequest(transaction);
    }
    const refusal = refusalOf(request);
    if (refusal !== null) return transaction.respond(refusal.status, { headers: refusal.headers });
    if (request.method === "INVITE") return this.#handleInvite(transaction);
    if (request.method === "OPTIONS") return this.#handleOptions(transaction);
    transaction.respond(481);
  }

  #handleOptions(transaction: ServerTransaction): void {
    const headers: [string, string][] = [
      ["Allow", allowedMethods],
      ["Accept", "application/sdp"],
      ["Supported", supportedExtensions],
    ];
    transaction.respond(this.#isFull ? 503 : 200, { headers });
  }

  #handleInvite(transaction: ServerTransaction): void {
    if (this.#isMerged(transaction.request)) return transaction.respond(482);
    const passage = this.#door.pass(transaction.request);
    if (passage.type === "challenge") {
      return transaction.respond(401, { headers: passage.headers });
    }
    const terms = audioTermsOf(passage.visitor, transaction.request.source);
    const refusal = refusalOfOffer(transaction.request, terms);
    if (refusal !== null) return transaction.respond(refusal.status, { headers: refusal.headers });
    const freeChannel = this.#isFull ? null : this.#channelFor(passage.visitor);
    if (freeChannel === null) {
      return transaction.respond(503, { headers: [["Retry-After", "5"]] });
    }
    transaction.respond(100);
    const onClosed = (): void => {
      freeChannel();
      this.#legs.delete(leg);
      this.#arriving.delete(transaction);
    };
    const leg: InboundLeg = new InboundLeg(this.#context, {
      invite: transaction,
      visitor: passage.visitor,
      onClosed,
    });
    this.#legs.add(leg);
    this.#arriving.set(transaction, leg);
    leg.offerTo(this.#parts.intake);
  }

  /** Occupies a channel where the call came by a trunk; null when that has none left. */
  #channelFor(visitor: Visitor): (() => void) | null {
    return visitor.type === "trunk" ? this.#context.lines.take(visitor.trunk) : () => undefined;
  }

  /** The same INVITE over a second way through the network (RFC 3261 section 8.2.2.2). */
  #isMerged({ callId, cseq, from }: Incoming<SipRequest>): boolean {
    for (const { request } of this.#arriving.keys()) {
      const isSame = request.callId === callId && request.cseq.number === cseq.number;
      if (isSame && tagOf(request.from) === tagOf(from)) return true;
    }
    return false;
  }

  #handleCancel(cancel: ServerTransaction, invite: ServerTransaction | null): void {
    if (invite === null) return cancel.respond(481);
    cancel.respond(200, { toTag: invite.toTag });
    const leg = this.#arriving.get(invite);
    if (leg !== undefined) leg.handleCancel();
    // A re-INVITE is given up; the call that it belongs to goes on.
    else invite.respond(487);
  }
}

/** A mistake in what a timer runs is logged; it must not end the process and all its calls. */
function guarded(clock: Clock, logger: SipLogger): Clock {
  return {
    now: () => clock.now(),
    after: (delayMs, run) =>
      clock.after(delayMs, () => {
        try {
          run();
        } catch (error) {
          logger.error({ err: error }, "a SIP timer failed");
        }
      }),
  };
}

interface Refusal {
  status: number;
  headers: [string, string][];
}

/** What stands in the way of any request outside of a dialog; null when nothing does. */
function refusalOf(request: Incoming<SipRequest>): Refusal | null {
  const allow: [string, string] = ["Allow", allowedMethods];
  if (!knownMethods.has(request.method)) return { status: 501, headers: [allow] };
  if (!allowedMethods.includes(request.method)) return { status: 405, headers: [allow] };
  if (parseSipUri(request.uri) === null) return { status: 416, headers: [] };
  const spoken = optionTags([supportedExtensions]);
  const required = optionTags(request.headers.all("Require")).filter(
    (tag) => !spoken.includes(tag),
  );
  if (required.length === 0) {
    if (termsAsked(request.headers) !== "too small") return null;
    return { status: 422, headers: [["Min-SE", String(minSessionS)]] };
  }
  return { status: 420, headers: [["Unsupported", required.join(", ")]] };
}

function refusalOfOffer(invite: Incoming<SipRequest>, terms: AudioTerms): Refusal | null {
  if (invite.body === "") return null;
  const type = invite.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && type !== "application/sdp")
    return { status: 415, headers: [["Accept", "application/sdp"]] };
  try {
    chooseAudio(invite.body, terms);
    return null;
  } catch (error) {
    if (error instanceof SdpError) return { status: 488, headers: [] };
    throw error;
  }
}

/** A leg that ended before it began; its end is told after the dialler has the leg in hand. */
function refusedLeg(sink: LegSink, end: LegEnd): Leg {
  queueMicrotask(() => sink.onEnded(end));
  const nothing = (): void => undefined;
  return {
    id: `sip-refused-${newToken()}`,
    kind: "sip",
    ring: nothing,
    answer: () => Promise.resolve(),
    decline: nothing,
    hangUp: nothing,
  };
}
