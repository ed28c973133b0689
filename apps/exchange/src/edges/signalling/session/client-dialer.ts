import type { Dialer } from "../../../calls/legs/leg.ts";
import type { CreateLeg } from "../legs/create-leg-factory.ts";
import type { LegRegistry } from "../legs/leg-registry.ts";
import { NOT_FOUND } from "../legs/leg-state.ts";
import type { Presence } from "../presence/presence.ts";

const PREFIX = "client:";

interface ClientDialerDeps {
  legs: LegRegistry;
  presence: Presence;
  createLeg: CreateLeg;
}

export function createClientDialer(deps: ClientDialerDeps): Dialer {
  return {
    dial(request, sink) {
      const identity = request.to.startsWith(PREFIX) ? request.to.slice(PREFIX.length) : "";
      const links = deps.presence.list(identity);
      const start = { side: "called", links, callSid: request.callSid, sink } as const;
      const leg = deps.createLeg(start, identity);
      if (!deps.legs.add(request.callSid, leg)) {
        leg.decline({ cause: "failed", message: "the call is already ringing" });
      } else if (links.length === 0) {
        leg.decline(NOT_FOUND);
      } else {
        void leg.ringDevices(request);
      }
      return leg;
    },
  };
}
