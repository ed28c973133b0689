import type { Dialer } from "../../calls/leg.ts";
import { BrowserLeg } from "./browser-leg.ts";
import type { SessionWorld } from "../session/session.ts";

const PREFIX = "client:";

/** Rings every registered device of an identity [XS17]. */
export function createClientDialer(world: SessionWorld): Dialer {
  return {
    dial(request, sink) {
      const identity = request.to.startsWith(PREFIX) ? request.to.slice(PREFIX.length) : "";
      const links = world.presence.of(identity);
      const leg: BrowserLeg = new BrowserLeg(
        { side: "called", links, callSid: request.callSid, sink },
        {
          ...world,
          identity,
          isTalking: (link) => world.legs.isTalking(link),
          onEnded: () => world.legs.forgetLater(leg),
        },
      );
      if (!world.legs.add(request.callSid, leg)) {
        leg.decline({ cause: "failed", message: "the call is being rung already" });
      } else if (links.length === 0) {
        leg.decline({ cause: "not-found", sipCode: 404, voiceCode: 31404 });
      } else void leg.ringDevices(request);
      return leg;
    },
  };
}
