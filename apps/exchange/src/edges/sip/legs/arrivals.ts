import {
  type Incoming,
  type ServerTransaction,
  type SipAddress,
  type SipRequest,
  tagOf,
} from "@linedesk/sip";
import type { CallIntake, Leg } from "../../../calls/legs/leg.ts";
import { audioTermsOf, type Door, type Visitor } from "../access/door.ts";
import type { CallContext } from "../dialogs/call-context.ts";
import { InboundLeg, type InboundParts } from "./inbound-leg.ts";
import { refusalOfOffer } from "./request-refusals.ts";
import { placeTakenBy } from "./taken-place.ts";

export interface ArrivalParts {
  door: Door;
  intake: CallIntake;
  /** All that live, both ways. */
  legs: Set<Leg>;
  isFull: () => boolean;
}

const busy: [name: string, value: string][] = [["Retry-After", "5"]];

/** Takes calls in that begin: past the door, where they can be spoken and there is room. */
export class Arrivals {
  readonly #context: CallContext;
  readonly #parts: ArrivalParts;
  /** By the INVITE's transaction for CANCEL, and by call for merged requests (482). */
  readonly #legs = new Map<ServerTransaction, InboundLeg>();
  /** How many calls stand of each address that is no trunk's. */
  readonly #bySource = new Map<string, number>();

  constructor(context: CallContext, parts: ArrivalParts) {
    this.#context = context;
    this.#parts = parts;
  }

  take(invite: ServerTransaction): void {
    if (this.#isMerged(invite.request)) {
      return invite.respond(482);
    }
    const passage = this.#parts.door.pass(invite.request);
    if (passage.type === "challenge") {
      return invite.respond(401, { headers: passage.headers });
    }
    const { visitor } = passage;
    const place = placeTakenBy(invite.request, visitor, this.#context);
    if (place.type === "refused") {
      return invite.respond(place.status);
    }
    const replaces = place.type === "leg" ? place.leg : null;
    const terms = audioTermsOf(visitor, invite.request.source);
    const refusal = refusalOfOffer(invite.request, terms);
    if (refusal !== null) {
      return invite.respond(refusal.status, { headers: refusal.headers });
    }
    const { source } = invite.request;
    const free = this.#parts.isFull() ? null : this.#placeFor(visitor, source);
    if (free === null) {
      return invite.respond(503, { headers: busy });
    }
    invite.respond(100);
    this.#begin({ invite, visitor, replaces }, free);
  }

  /** Gives up the call that an INVITE began; false where it began none. */
  cancel(invite: ServerTransaction): boolean {
    const leg = this.#legs.get(invite);
    leg?.handleCancel();
    return leg !== undefined;
  }

  #begin(parts: Omit<InboundParts, "onClosed">, free: () => void): void {
    const { invite } = parts;
    const { intake, legs } = this.#parts;
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

  /** Occupies a channel of the trunk, or a place of the caller's address; null where none is left. */
  #placeFor(visitor: Visitor, { address }: SipAddress): (() => void) | null {
    if (visitor.type === "trunk") {
      return this.#context.lines.take(visitor.trunk);
    }
    const taken = this.#bySource.get(address) ?? 0;
    if (taken >= this.#context.limits.maxPerSource) {
      return null;
    }
    this.#bySource.set(address, taken + 1);
    return () => this.#release(address);
  }

  #release(address: string): void {
    const left = (this.#bySource.get(address) ?? 1) - 1;
    if (left > 0) {
      this.#bySource.set(address, left);
    } else {
      this.#bySource.delete(address);
    }
  }

  /** The same INVITE over a second way through the network (RFC 3261 section 8.2.2.2). */
  #isMerged({ callId, cseq, from }: Incoming<SipRequest>): boolean {
    for (const { request } of this.#legs.keys()) {
      const isSame = request.callId === callId && request.cseq.number === cseq.number;
      if (isSame && tagOf(request.from) === tagOf(from)) {
        return true;
      }
    }
    return false;
  }
}
