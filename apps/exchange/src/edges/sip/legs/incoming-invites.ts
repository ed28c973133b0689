import { findNetwork } from "@linedesk/base";
import {
  type Incoming,
  type ServerTransaction,
  type SipAddress,
  type SipRequest,
  readTag,
} from "@linedesk/sip";
import type { CallIntake, Leg } from "../../../calls/legs/leg.ts";
import { audioTermsForPeer, type AccessControl, type Peer } from "../access/access-control.ts";
import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";
import { checkOffer } from "./check-request.ts";
import { findReplacedLeg } from "./find-replaced-leg.ts";
import { InboundLeg, type InboundLegDeps } from "./inbound-leg.ts";

export interface IncomingInvitesDeps {
  access: AccessControl;
  intake: CallIntake;
  legs: Set<Leg>;
  isFull: () => boolean;
}

const busy: [name: string, value: string][] = [["Retry-After", "5"]];

/** Accepts an INVITE after access control, codec and capacity checks. */
export class IncomingInvites {
  readonly #context: SipCallDeps;
  readonly #deps: IncomingInvitesDeps;
  /** The legs by their INVITE's transaction, for CANCEL and for merged requests (482). */
  readonly #legs = new Map<ServerTransaction, InboundLeg>();
  /** The number of calls of each address that is not a trunk. */
  readonly #bySource = new Map<string, number>();

  constructor(context: SipCallDeps, parts: IncomingInvitesDeps) {
    this.#context = context;
    this.#deps = parts;
  }

  handleInvite(invite: ServerTransaction): void {
    if (this.#isMerged(invite.request)) {
      return invite.respond(482);
    }
    const passage = this.#deps.access.authorize(invite.request);
    if (passage.type === "challenge") {
      return invite.respond(401, { headers: passage.headers });
    }
    const { peer } = passage;
    const replaced = findReplacedLeg(invite.request, peer, this.#context.signalling);
    if (replaced.type === "refused") {
      return invite.respond(replaced.status);
    }
    const replaces = replaced.type === "leg" ? replaced.leg : null;
    const terms = audioTermsForPeer(peer, invite.request.source);
    const refusal = checkOffer(invite.request, terms);
    if (refusal !== null) {
      return invite.respond(refusal.status, { headers: refusal.headers });
    }
    const { source } = invite.request;
    const free = this.#deps.isFull() ? null : this.#reserveSlot(peer, source);
    if (free === null) {
      this.#deps.intake.countRejected?.();
      return invite.respond(503, { headers: busy });
    }
    invite.respond(100);
    this.#begin({ invite, peer, replaces }, free);
  }

  cancel(invite: ServerTransaction): boolean {
    const leg = this.#legs.get(invite);
    leg?.handleCancel();
    return leg !== undefined;
  }

  #begin(parts: Omit<InboundLegDeps, "onClosed">, free: () => void): void {
    const { invite } = parts;
    const { intake, legs } = this.#deps;
    const onClosed = (): void => {
      free();
      legs.delete(leg);
      this.#legs.delete(invite);
    };
    const leg: InboundLeg = new InboundLeg(this.#context, { ...parts, onClosed });
    legs.add(leg);
    this.#legs.set(invite, leg);
    leg.offerTo(intake);
  }

  #reserveSlot(peer: Peer, { address }: SipAddress): (() => void) | null {
    if (peer.type === "trunk") {
      return this.#context.routing.trunks.reserveChannel(peer.trunk);
    }
    const network = findNetwork(address);
    const taken = this.#bySource.get(network) ?? 0;
    if (taken >= this.#context.limits.maxPerSource) {
      return null;
    }
    this.#bySource.set(network, taken + 1);
    return () => this.#release(network);
  }

  #release(network: string): void {
    const left = (this.#bySource.get(network) ?? 1) - 1;
    if (left > 0) {
      this.#bySource.set(network, left);
    } else {
      this.#bySource.delete(network);
    }
  }

  /** Detects the same INVITE over a second path in the network (RFC 3261 section 8.2.2.2). */
  #isMerged({ callId, cseq, from }: Incoming<SipRequest>): boolean {
    for (const { request } of this.#legs.keys()) {
      const isSame = request.callId === callId && request.cseq.number === cseq.number;
      if (isSame && readTag(request.from) === readTag(from)) {
        return true;
      }
    }
    return false;
  }
}
