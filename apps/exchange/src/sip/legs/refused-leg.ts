import type { Leg, LegEnd, LegSink } from "../../calls/leg.ts";
import { newToken } from "../messages/sip-message.ts";

/** A leg that ended before it began; its end is told after the dialler has the leg in hand. */
export function refusedLeg(sink: LegSink, end: LegEnd): Leg {
  queueMicrotask(() => sink.onEnded(end));
  function nothing(): void {}
  return {
    id: `sip-refused-${newToken()}`,
    kind: "sip",
    ring: nothing,
    answer: () => Promise.resolve(),
    decline: nothing,
    hangUp: nothing,
  };
}
