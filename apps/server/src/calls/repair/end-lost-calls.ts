import type { DeskDeps } from "../desk-deps.ts";
import { recordCallEnd } from "../record-call-end.ts";
import { liveCalls } from "../store/call-store.ts";
import { inGroups } from "./in-groups.ts";

/**
 * Ends every call of the exchange that began before `at`, the time at which its process was found
 * to have ended. The exchange reports these calls itself after its restart, which comes too late
 * for the desks.
 */
export async function endLostCalls(deps: DeskDeps, at: Date): Promise<void> {
  const lost = (await liveCalls(deps.db)).filter(
    ({ callSid, arrivedAt }) => callSid !== null && arrivedAt < at,
  );
  if (lost.length > 0) {
    deps.log.warn({ calls: lost.length }, "telephony service lost calls");
  }
  await inGroups(lost, async ({ id, callSid }) => {
    await recordCallEnd(deps, { call: id, leg: callSid ?? "" }, "lost");
  });
}
