import type { EndReason, PastCall } from "@linedesk/contract";

/** What became of a past call: a word of `caller.outcome`, or one that says more. */
export type Outcome =
  | { type: "hungUpWaiting" }
  | { type: "talked"; with: string | null; reason: EndReason }
  | { type: "ended"; reason: EndReason };

export function classifyOutcome(call: PastCall): Outcome {
  const { reason } = call;
  if (call.answeredBy !== null || call.durationS > 0) {
    return { type: "talked", with: call.answeredBy, reason };
  }
  if (reason === "caller_hung_up") {
    return { type: "hungUpWaiting" };
  }
  return { type: "ended", reason };
}
