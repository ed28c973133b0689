import type { BoardCheck, ExchangeState } from "@linedesk/contract";
import { found } from "./check-part.ts";

/**
 * Checks each exchange of a site that has several. One that is away or drains stops no show while
 * another one takes calls.
 */
export function checkExchanges(exchanges: readonly ExchangeState[] | null): BoardCheck[] {
  const all = exchanges ?? [];
  const takesCalls = all.some(({ state, isDraining }) => state === "up" && !isDraining);
  const worst = takesCalls ? "look" : "no_go";
  return all.map(({ service, state, isDraining }) => {
    if (state === "down") {
      return found("telephony", service, [worst, "down"]);
    }
    return found("telephony", service, isDraining ? [worst, "draining"] : ["go", "up"]);
  });
}
