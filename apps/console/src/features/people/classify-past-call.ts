import type { HistoryCall, HistoryOutcome } from "@linedesk/contract";

const refused = new Set<HistoryCall["reason"]>(["rejected", "line_closed", "blocked"]);

export function classifyPastCall(
  call: Pick<HistoryCall, "answeredBy" | "durationS" | "reason">,
): HistoryOutcome {
  if (call.answeredBy !== null || call.durationS > 0) {
    return "talked";
  }
  if (call.reason === "caller_hung_up") {
    return "left";
  }
  return refused.has(call.reason) ? "refused" : "other";
}
