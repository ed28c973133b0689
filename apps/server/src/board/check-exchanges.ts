import type { BoardCheck, ExchangeState } from "@linedesk/contract";
import { found } from "./check-part.ts";

/**
 * Checks each exchange of a site that has several. An exchange that is away or drains does not
 * cause NO GO while another exchange takes calls.
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
