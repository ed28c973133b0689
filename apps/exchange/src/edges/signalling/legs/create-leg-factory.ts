import { BrowserLeg } from "./browser-leg.ts";
import type { LegRegistry } from "./leg-registry.ts";
import type { BrowserLegOptions, BrowserLegStart } from "./leg-start.ts";

export type CreateLeg = (start: BrowserLegStart, identity: string) => BrowserLeg;

interface LegFactoryDeps extends Omit<BrowserLegOptions, "identity" | "isInCall" | "onEnded"> {
  legs: LegRegistry;
}

export function createLegFactory({ legs, ...deps }: LegFactoryDeps): CreateLeg {
  return (start, identity) => {
    const leg: BrowserLeg = new BrowserLeg(start, {
      ...deps,
      identity,
      isInCall: (link) => legs.isInCall(link),
      onEnded: () => legs.scheduleRemoval(leg),
    });
    return leg;
  };
}
