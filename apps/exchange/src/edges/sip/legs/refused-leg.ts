import { newToken } from "@linedesk/sip";
import type { Leg, LegEnd, LegSink } from "../../../calls/legs/leg.ts";

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
