import { isEmergencyNumber } from "@linedesk/base";
import {
  ALLOWED_METHODS,
  guardedClock,
  type Incoming,
  makeResponse,
  newToken,
  parseDatagram,
  type ResponseParts,
  responseTarget,
  serialiseMessage,
  type ServerTransaction,
  type SipAddress,
  type SipRequest,
  type SipResolver,
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
  ResumeRequest,
} from "../../calls/legs/leg.ts";
import type { StoredLeg } from "../../calls/legs/stored-leg.ts";
import type { WorkMarker } from "../../storage/work-marker.ts";
import { AccessControl } from "./access/access-control.ts";
import { type DialPolicyDeps, DialPolicy } from "./dialling/dial-policy.ts";
import { iterateDestinations, resolveRoute } from "./dialling/resolve-route.ts";
import { DialogRegistry } from "./dialogs/dialog-registry.ts";
import type { SipCallDeps, SipRouting, SipSignalling } from "./dialogs/sip-call-deps.ts";
import { checkRequest } from "./legs/check-request.ts";
import { IncomingInvites } from "./legs/incoming-invites.ts";
import { OrphanedLegs } from "./legs/orphaned-legs.ts";
import { OutboundLeg } from "./legs/outbound-leg.ts";
import { refusedLeg } from "./legs/refused-leg.ts";
import { RequestAdmission } from "./legs/request-admission.ts";
import { ResumedLegs } from "./legs/resumed-legs.ts";
import type { RegistrationStore } from "./registration/registration-file.ts";
import { TrunkMonitor } from "./registration/trunk-monitor.ts";
import { type TrunkReading, TrunkRegistry } from "./trunks/trunk-registry.ts";
import type { TrunkAccess } from "./trunks/trunk-report.ts";
import type { SipPlan } from "./trunks/trunk.ts";
import { EVERY_TRUNK_FULL } from "./trunks/trunks-for.ts";

export interface SipNetwork {
  send: (datagram: Buffer, target: SipAddress) => void;
  sentBy: SipSignalling["sentBy"];
  mediaAddress: SipCallDeps["mediaAddress"];
  onBanned?: (address: string) => void;
}

export interface SipCoreDeps extends Pick<SipCallDeps, "clock" | "logger" | "limits" | "media"> {
  intake: CallIntake;
  network: SipNetwork;
  routes: { plan: SipPlan; resolver: SipResolver };
  dialling: Omit<DialPolicyDeps, "clock">;
  marker: Pick<WorkMarker, "run">;
  registrations?: RegistrationStore;
  /** Is true when calls from before a restart will continue; `handleResumed` follows. */
  isResuming?: boolean;
  /** Is true when the exchange drained before a crash, and still does. */
  isDraining?: boolean;
}

export class SipCore implements Dialer {
  readonly #deps: SipCoreDeps;
  readonly #context: SipCallDeps;
  readonly #dialPolicy: DialPolicy;
  readonly #admission: RequestAdmission;
  readonly #watch: TrunkMonitor;
  readonly #legs = new Set<Leg>();
  readonly #arrivals: IncomingInvites;
  readonly #orphans: OrphanedLegs;
  readonly #resumed: ResumedLegs;
  #isResuming: boolean;
  #isDraining: boolean;

  constructor(parts: SipCoreDeps) {
    this.#deps = parts;
    this.#isResuming = parts.isResuming ?? false;
    this.#isDraining = parts.isDraining ?? false;
    const { logger, limits, media, network, routes } = parts;
    const { sentBy, mediaAddress, onBanned } = network;
    const clock = guardedClock(parts.clock, logger);
    const transactions = new TransactionLayer({
      clock,
      send: network.send,
      admits: (request) => this.#admits(request),
      onRequest: (transaction) => this.#handleRequest(transaction),
      onAck: (ack) => this.#handleAck(ack),
      onCancel: (cancel, invite) => this.#handleCancel(cancel, invite),
      maxTransactions: limits.maxTransactions,
    });
    const permits = new DialPolicy({ ...parts.dialling, clock });
    this.#dialPolicy = permits;
    const trunks = new TrunkRegistry(routes.plan);
    this.#context = {
      clock,
      logger,
      limits,
      signalling: { transactions, sessions: new DialogRegistry(), sentBy },
      routing: {
        trunks,
        resolver: routes.resolver,
        mayDial: (user, trunk) => permits.checkNumber(user, trunk, false),
      },
      media,
      mediaAddress,
    };
    const access = new AccessControl({
      clock,
      logger,
      trunks,
      limits,
      ...(onBanned === undefined ? {} : { onBanned }),
    });
    this.#admission = new RequestAdmission(this.#context, access);
    this.#arrivals = new IncomingInvites(this.#context, {
      access,
      intake: parts.intake,
      legs: this.#legs,
      isFull: () => this.#isFull,
      isDraining: () => this.#isDraining,
    });
    this.#watch = new TrunkMonitor(this.#context, {
      store: parts.registrations ?? null,
      isDraining: this.#isDraining,
    });
    this.#orphans = new OrphanedLegs(this.#context, network.send);
    this.#resumed = new ResumedLegs({
      context: this.#context,
      legs: this.#legs,
      arrivals: this.#arrivals,
      dialPolicy: permits,
    });
  }

  get isIdle(): boolean {
    const isQuiet = this.#legs.size === 0 && this.#context.signalling.sessions.size === 0;
    return isQuiet && this.#watch.isIdle;
  }

  start(): void {
    this.#watch.start();
  }

  /** Processes one datagram: answers it or drops it, and never throws. */
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
        this.#context.signalling.transactions.handleRequest(message);
      } else {
        this.#context.signalling.transactions.handleResponse(message);
      }
    } catch (error) {
      this.#deps.logger.error({ err: error }, "SIP message failed");
    }
  }

  acceptsAddress(address: string): boolean {
    return this.#admission.access.acceptsAddress(address);
  }

  isUntrusted(address: string): boolean {
    return this.#admission.access.isUntrusted(address);
  }

  recordAbuse(address: string): void {
    this.#admission.access.recordAbuse(address);
  }

  handleSendError(target: SipAddress, error: Error): void {
    this.#context.signalling.transactions.handleSendError(target, error);
  }

  handleClosed(remote: SipAddress): void {
    this.#watch.handleClosed(remote);
  }

  dial(request: DialRequest, sink: LegSink): Leg {
    const route = resolveRoute(request.to, this.#context.routing, request.byoc);
    if (typeof route === "string") {
      return refusedLeg(sink, { cause: "unreachable", message: route });
    }
    if (this.#isDraining && !isEmergencyNumber(request.to)) {
      return refusedLeg(sink, { cause: "failed", sipCode: 503, message: "the exchange drains" });
    }
    if (this.#isFull) {
      return refusedLeg(sink, { cause: "failed", sipCode: 503, message: "too many calls" });
    }
    const { isVerification: isCheck = false } = request;
    const permitted = this.#dialPolicy.begin(route, sink, isCheck);
    if ("cause" in permitted) {
      return refusedLeg(sink, permitted);
    }
    const mayDial: SipRouting["mayDial"] = (user, trunk) =>
      this.#dialPolicy.checkNumber(user, trunk, isCheck);
    const routing = { ...this.#context.routing, mayDial };
    const context = { ...this.#context, routing };
    const destinations = iterateDestinations(route, routing);
    const onClosed = (): void => void this.#legs.delete(leg);
    const leg = new OutboundLeg({ context, request, destinations, sink: permitted, onClosed });
    this.#legs.add(leg);
    leg.start();
    return leg;
  }

  endOrphan(leg: StoredLeg, trunkSid: string | null): void {
    this.#orphans.end(leg, trunkSid);
  }

  /** Runs when all calls from before the restart continue. */
  handleResumed(): void {
    this.#isResuming = false;
  }

  resume(leg: StoredLeg, request: ResumeRequest): Promise<Leg | null> {
    return this.#resumed.resume(leg, request);
  }

  /** While the exchange drains, no new SIP call begins, and no trunk is registered. */
  setDraining(isDraining: boolean): void {
    this.#isDraining = isDraining;
    if (isDraining) {
      this.#watch.drain();
    } else {
      void this.#watch.endDrain();
    }
  }

  knowsTrunk(sid: string): boolean {
    return this.#context.routing.trunks.has(sid);
  }

  hasTrunk(): boolean {
    return this.#context.routing.trunks.plan.trunks.length > 0;
  }

  readTrunks(): TrunkReading[] {
    return this.#context.routing.trunks.readAll();
  }

  findUnreachableReason(to: string, byoc: string | null): string | null {
    const route = resolveRoute(to, this.#context.routing, byoc);
    return typeof route === "string" && route !== EVERY_TRUNK_FULL ? route : null;
  }

  checkDial(to: string, isCheck = false): DialRefusal | null {
    const route = resolveRoute(to, this.#context.routing);
    return this.#dialPolicy.checkRoute(typeof route === "string" ? to : route, isCheck);
  }

  checkReferral(to: string, trunkSid: string | null): DialRefusal | null {
    const route = resolveRoute(to, this.#context.routing);
    const via = trunkSid === null ? null : this.#context.routing.trunks.findBySid(trunkSid);
    return this.#dialPolicy.checkReferral(route, via);
  }

  findAuthority(host: string): string | null {
    return this.#context.routing.trunks.findAuthority(host);
  }

  get trunks(): TrunkAccess {
    return this.#watch;
  }

  hangUpAll(): void {
    this.#watch.close();
    for (const leg of this.#legs) {
      leg.hangUp({ cause: "hangup" });
    }
  }

  /** Sends at once each BYE that still waits for an ACK (RFC 3261), because the ACK can be lost. */
  sendByesNow(): void {
    this.#context.signalling.sessions.sendByeNow();
  }

  close(): void {
    this.#watch.close();
    this.#context.signalling.transactions.close();
  }

  get #isFull(): boolean {
    return this.#legs.size >= this.#deps.limits.maxDialogs;
  }

  #findSession(request: Incoming<SipRequest>): ReturnType<DialogRegistry["find"]> {
    const { callId, to, from } = request;
    return this.#context.signalling.sessions.find(callId, readTag(to), readTag(from));
  }

  #refuseMalformed(parsed: {
    request: Incoming<SipRequest>;
    status: number;
    reason: string;
  }): void {
    const { request, status, reason } = parsed;
    if (this.#admission.answersMalformed(request.source)) {
      this.#respondOnce(request, { status, reason });
    }
  }

  /** A request of a call that does not continue yet is dropped, because its sender repeats it. */
  #admits(request: Incoming<SipRequest>): boolean {
    const session = this.#findSession(request);
    if (this.#isResuming && session === null && readTag(request.to) !== "") {
      return false;
    }
    const admission = this.#admission.admit(request, session);
    if (admission.type === "challenged") {
      this.#respondOnce(request, { status: 401, headers: admission.headers });
    }
    return admission.type === "accepted";
  }

  /** Answers without a transaction, so the response is not repeated. */
  #respondOnce(request: Incoming<SipRequest>, parts: Omit<ResponseParts, "toTag">): void {
    const response = makeResponse(request, { ...parts, toTag: newToken() });
    this.#deps.network.send(
      serialiseMessage(response),
      responseTarget(request.via, request.source),
    );
  }

  #handleRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (readTag(request.to) !== "") {
      const session = this.#findSession(request);
      if (session === null) {
        return transaction.respond(481);
      }
      const moved = this.#admission.refuseWithinCall(request, session);
      return moved === null
        ? this.#deps.marker.run(session.leg, () => session.handleRequest(transaction))
        : transaction.respond(moved.status, { headers: moved.headers });
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
    // A REFER outside a call would let an unauthenticated sender choose whom we call.
    transaction.respond(request.method === "REFER" ? 403 : 481);
  }

  /** Accepts an ACK only from the far end, because it can contain the answer to our offer. */
  #handleAck(ack: Incoming<SipRequest>): void {
    const session = this.#findSession(ack);
    if (session !== null && this.#admission.isFromFarEnd(ack, session)) {
      session.handleAck(ack);
    }
  }

  #handleOptions(transaction: ServerTransaction): void {
    const headers: [string, string][] = [
      ["Allow", ALLOWED_METHODS],
      ["Accept", "application/sdp"],
      ["Supported", SUPPORTED_EXTENSIONS],
    ];
    transaction.respond(this.#isFull || this.#isDraining ? 503 : 200, { headers });
  }

  #handleCancel(cancel: ServerTransaction, invite: ServerTransaction | null): void {
    if (invite === null) {
      return cancel.respond(481);
    }
    cancel.respond(200, { toTag: invite.toTag });
    // No leg began with this INVITE, so it is a re-INVITE, and the call continues.
    if (!this.#arrivals.cancel(invite)) {
      invite.respond(487);
    }
  }
}
