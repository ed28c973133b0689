import type { Leg, LegSink, ResumeRequest } from "../../../calls/legs/leg.ts";
import type {
  StoredArrivedLeg,
  StoredLeg,
  StoredAnsweredLeg,
} from "../../../calls/legs/stored-leg.ts";
import type { DialPolicy } from "../dialling/dial-policy.ts";
import { PacedQueue } from "../dialogs/paced-queue.ts";
import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";
import type { Trunk } from "../trunks/trunk.ts";
import type { IncomingInvites } from "./incoming-invites.ts";
import { ResumedLeg } from "./resumed-leg.ts";

interface ResumedLegsDeps {
  context: SipCallDeps;
  legs: Set<Leg>;
  arrivals: Pick<IncomingInvites, "resume" | "occupySource">;
  dialPolicy: Pick<DialPolicy, "resume">;
}

/** 50 requests a second flood no carrier. */
const PAUSE_MS = 20;

/** Continues the legs from before the exchange restarted. */
export class ResumedLegs {
  readonly #deps: ResumedLegsDeps;
  readonly #refreshes: PacedQueue;

  constructor(deps: ResumedLegsDeps) {
    this.#deps = deps;
    this.#refreshes = new PacedQueue(deps.context.clock, PAUSE_MS);
  }

  /**
   * Opens the port of the leg again and starts its sound. Resolves to `null` if the leg cannot
   * continue.
   */
  async resume(stored: StoredLeg, request: ResumeRequest): Promise<Leg | null> {
    switch (stored.status) {
      case "calling":
        return null;
      case "arrived":
        return this.#resumeArrived(stored, request);
      case "talking":
        return await this.#resumeAnswered(stored, request);
    }
  }

  #resumeArrived(stored: StoredArrivedLeg, { callSid, trunkSid, sink }: ResumeRequest): Leg | null {
    const trunk = this.#findTrunk(trunkSid);
    const isLost = trunkSid !== null && trunk === null;
    const leg = isLost ? null : this.#deps.arrivals.resume(stored, { callSid, trunk, sink });
    if (leg !== null && stored.isAnswering) {
      void leg.answer(callSid);
    }
    return leg;
  }

  async #resumeAnswered(stored: StoredAnsweredLeg, request: ResumeRequest): Promise<Leg | null> {
    const { context, legs } = this.#deps;
    const { id, media } = stored;
    if (id === null || media === null) {
      return null;
    }
    const free = this.#occupy(stored, request);
    const onClosed = (): void => {
      free();
      legs.delete(leg);
    };
    const sink = this.#countedSink(request);
    const trunk = this.#findTrunk(request.trunkSid);
    const leg: ResumedLeg = new ResumedLeg({ context, stored, id, trunk, sink, onClosed });
    legs.add(leg);
    try {
      await leg.open();
    } catch (error) {
      context.logger.warn({ err: error, leg: id }, "SIP call port unavailable");
      return null;
    }
    this.#refreshes.add(() => leg.refresh());
    return leg;
  }

  #findTrunk(sid: string | null): Trunk | null {
    return sid === null ? null : this.#deps.context.routing.trunks.findBySid(sid);
  }

  #occupy({ dialog }: StoredAnsweredLeg, { trunkSid, isInbound }: ResumeRequest): () => void {
    if (trunkSid !== null) {
      return this.#deps.context.routing.trunks.occupyChannel(trunkSid);
    }
    return isInbound ? this.#deps.arrivals.occupySource(dialog.source) : () => undefined;
  }

  #countedSink({ sink, isInbound }: ResumeRequest): LegSink {
    return isInbound ? sink : this.#deps.dialPolicy.resume(sink);
  }
}
