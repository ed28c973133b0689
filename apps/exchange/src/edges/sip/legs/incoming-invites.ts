import { findNetwork } from "@linedesk/base";
import {
  hasOptionTag,
  type Incoming,
  isReliable,
  parseDatagram,
  type ServerTransaction,
  type SipAddress,
  type SipRequest,
  readTag,
} from "@linedesk/sip";
import type { CallIntake, Leg, LegSink } from "../../../calls/legs/leg.ts";
import type { StoredArrivedLeg } from "../../../calls/legs/stored-leg.ts";
import { audioTermsForPeer, type AccessControl, type Peer } from "../access/access-control.ts";
import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { checkOffer } from "./check-request.ts";
import { findReplacedLeg } from "./find-replaced-leg.ts";
import { InboundLeg, type InboundLegDeps } from "./inbound-leg.ts";

export interface IncomingInvitesDeps {
  access: AccessControl;
  intake: CallIntake;
  legs: Set<Leg>;
  isFull: () => boolean;
  isDraining: () => boolean;
}

interface ResumeDeps {
  callSid: string;
  trunk: Trunk | null;
  sink: LegSink;
}

const busy: [name: string, value: string][] = [["Retry-After", "5"]];
/** With this header in a 503, a carrier sends its calls to its next host for 30 s. */
const draining: [name: string, value: string][] = [["Retry-After", "30"]];

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
    // An attended transfer continues a call, so a drain does not refuse it.
    if (replaces === null && this.#deps.isDraining()) {
      return invite.respond(503, { headers: draining });
    }
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

  /**
   * Continues the leg of an INVITE that arrived before the exchange restarted. Returns `null` if it
   * cannot continue.
   */
  resume(stored: StoredArrivedLeg, { callSid, trunk, sink }: ResumeDeps): InboundLeg | null {
    const { id, invite: original } = stored;
    const peer = this.#findPeer(stored, trunk);
    const request = original === null ? null : parseInvite(original);
    if (id === null || peer === null || request === null || !isResumable(request)) {
      return null;
    }
    const { transactions } = this.#context.signalling;
    const invite = transactions.reopen(request, stored.dialog.localTag);
    const free = this.#occupySlot(peer, request.source);
    const leg = this.#open({ invite, peer, replaces: null, stored: { id, leg: stored } }, free);
    leg.attach(callSid, sink);
    return leg;
  }

  /**
   * Counts a call from an address that is not a trunk. The returned function ends the count of this
   * call.
   */
  occupySource({ address }: SipAddress): () => void {
    const network = findNetwork(address);
    this.#bySource.set(network, (this.#bySource.get(network) ?? 0) + 1);
    return () => this.#release(network);
  }

  cancel(invite: ServerTransaction): boolean {
    const leg = this.#legs.get(invite);
    leg?.handleCancel();
    return leg !== undefined;
  }

  #begin(parts: Omit<InboundLegDeps, "onClosed">, free: () => void): void {
    this.#open(parts, free).offerTo(this.#deps.intake);
  }

  #open(parts: Omit<InboundLegDeps, "onClosed">, free: () => void): InboundLeg {
    const { invite } = parts;
    const { legs } = this.#deps;
    const onClosed = (): void => {
      free();
      legs.delete(leg);
      this.#legs.delete(invite);
    };
    const leg: InboundLeg = new InboundLeg(this.#context, { ...parts, onClosed });
    legs.add(leg);
    this.#legs.set(invite, leg);
    return leg;
  }

  #findPeer({ phone: name }: StoredArrivedLeg, trunk: Trunk | null): Peer | null {
    if (trunk !== null) {
      return { type: "trunk", trunk };
    }
    if (name === null) {
      return { type: "anonymous" };
    }
    const { phones } = this.#context.routing.trunks.plan;
    const phone = phones.find(({ username }) => username === name);
    return phone === undefined ? null : { type: "phone", phone };
  }

  #occupySlot(peer: Peer, source: SipAddress): () => void {
    return peer.type === "trunk"
      ? this.#context.routing.trunks.occupyChannel(peer.trunk.sid)
      : this.occupySource(source);
  }

  #reserveSlot(peer: Peer, source: SipAddress): (() => void) | null {
    if (peer.type === "trunk") {
      return this.#context.routing.trunks.reserveChannel(peer.trunk);
    }
    const occupied = this.#bySource.get(findNetwork(source.address)) ?? 0;
    return occupied < this.#context.limits.maxPerSource ? this.occupySource(source) : null;
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

function parseInvite({
  text,
  source,
}: NonNullable<StoredArrivedLeg["invite"]>): Incoming<SipRequest> | null {
  const parsed = parseDatagram(Buffer.from(text), source);
  const message = parsed.type === "message" ? parsed.message : null;
  return message?.type === "request" ? message : null;
}

/**
 * Returns false for a leg that cannot continue, for one of two reasons. The restart has closed the
 * connection of a reliable transport. A caller that requires reliable provisional responses would
 * ignore new ones, because their numbers must continue those of the earlier ones.
 */
function isResumable({ source, headers }: Incoming<SipRequest>): boolean {
  return !isReliable(source) && !hasOptionTag(headers.all("Require"), "100rel");
}
