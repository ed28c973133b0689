import { newToken } from "@linedesk/sip";
import type { Leg, LegEnd, LegSink } from "../../../calls/legs/leg.ts";

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
