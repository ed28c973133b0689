import { systemActor } from "../../platform/db/audit-store.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { hangUpCaller, tryTelephonyCommand } from "../legs/connect-caller.ts";
import { dismissCaller } from "../legs/dismiss-caller.ts";
import { findDueTime } from "../state/desk-state.ts";
import { findDueCalls, isDue } from "../store/call-store.ts";

/**
 * Ends the calls whose undo time is over, the offers that nobody accepted in time, and the
 * interruptions after which no console reconnected its leg. The call's row contains the due time,
 * so a restart loses no action. The row's lock lets only one server act. If the telephony service
 * cannot hang up a call now, reconciliation ends it later.
 */
export async function completeExpiredActions(deps: DeskDeps): Promise<void> {
  for (const call of await findDueCalls(deps.db, new Date(deps.clock.now()))) {
    await completeExpiredAction(deps, call);
  }
}

async function completeExpiredAction(deps: DeskDeps, id: string): Promise<void> {
  const { after, changed } = await changeCall(
    deps,
    { call: id, actor: systemActor },
    ({ desk }) => {
      const due = findDueTime(desk);
      if (desk.status === "ended" || due === null || !isDue(due, new Date(deps.clock.now()))) {
        return null;
      }
      if (desk.leaving !== null) {
        return { desk: [{ type: "undo.lapsed" }] };
      }
      const isOffered = desk.status === "held" && desk.offer !== null;
      return {
        desk: [
          isOffered ? { type: "offer.lapsed" } : { type: "interruption.over", unattended: true },
        ],
      };
    },
  );
  if (changed && after.desk.status !== "ended" && after.desk.leaving !== null) {
    const end = after.desk.leaving.reason === "rejected" ? dismissCaller : hangUpCaller;
    await tryTelephonyCommand(deps, id, () => end(deps, after));
  }
}
