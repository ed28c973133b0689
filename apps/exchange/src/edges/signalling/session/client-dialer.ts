import type { Dialer } from "../../../calls/legs/leg.ts";
import { BrowserLeg } from "../legs/browser-leg.ts";
import { NOT_FOUND } from "../legs/leg-state.ts";
import type { SessionDeps } from "../session/session.ts";

const PREFIX = "client:";

/** Rings every registered device of an identity [XS17], and has it told where it has none [XS118]. */
export function createClientDialer(world: SessionDeps): Dialer {
  return {
    dial(request, sink) {
      const identity = request.to.startsWith(PREFIX) ? request.to.slice(PREFIX.length) : "";
      const links = world.presence.list(identity);
      const leg: BrowserLeg = new BrowserLeg(
        { side: "called", links, callSid: request.callSid, sink },
        {
          ...world,
          identity,
          isTalking: (link) => world.legs.isTalking(link),
          onEnded: () => world.legs.scheduleRemoval(leg),
        },
      );
      if (!world.legs.add(request.callSid, leg)) {
        leg.decline({ cause: "failed", message: "the call is being rung already" });
      } else if (links.length === 0 && !request.notifyClient) {
        leg.decline(NOT_FOUND);
      } else {
        void leg.ringDevices(request);
      }
      return leg;
    },
  };
}
