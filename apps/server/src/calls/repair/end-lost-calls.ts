import { recordAudit, systemActor } from "../../platform/db/audit-store.ts";
import type { ServiceDeskDeps } from "../desk-deps.ts";
import { recordCallEnd } from "../record-call-end.ts";
import type { CallRecord } from "../store/call-record.ts";
import { allLiveCalls, liveCallsBesides } from "../store/call-store.ts";
import { inGroups } from "./in-groups.ts";

/**
 * Ends as lost every call of the exchange that began before `at`, the time at which its process was
 * found to have ended. The monitor does this when the exchange can no longer continue these calls.
 */
export async function endLostCalls(deps: ServiceDeskDeps, at: Date): Promise<void> {
  const lost = await listCallsBefore(deps, at);
  if (lost.length > 0) {
    deps.log.warn({ calls: lost.length }, "telephony service lost calls");
  }
  await inGroups(lost, async ({ id, callSid }) => {
    await recordCallEnd(deps, { call: id, leg: callSid ?? "" }, "lost");
  });
}

/**
 * Ends the calls at services that the configuration no longer names. Such a service cannot be
 * reached.
 */
export async function endUnservedCalls(deps: ServiceDeskDeps): Promise<void> {
  const unserved = await liveCallsBesides(deps.db, deps.services.names);
  await inGroups(unserved, async ({ id }) => {
    await recordCallEnd(deps, { call: id }, "lost");
  });
}

/** Notes the restart of the exchange in the history of every call that began before `at`. */
export async function noteRestart(deps: ServiceDeskDeps, at: Date): Promise<void> {
  const continuing = await listCallsBefore(deps, at);
  deps.log.info({ calls: continuing.length }, "telephony service kept calls");
  await inGroups(continuing, ({ id, station }) =>
    recordAudit(deps.db, {
      actor: systemActor,
      action: "call.exchange_restarted",
      station,
      subject: ["call", id],
    }),
  );
}

async function listCallsBefore(deps: ServiceDeskDeps, at: Date): Promise<CallRecord[]> {
  return (await allLiveCalls(deps.db, deps.at.service)).filter(
    ({ callSid, arrivedAt }) => callSid !== null && arrivedAt < at,
  );
}
