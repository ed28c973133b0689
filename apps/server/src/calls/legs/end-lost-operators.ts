import { systemActor } from "../../platform/db/actor.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { findHeldByLost, findLegsOfLost } from "../store/legs-of-lost-store.ts";
import { tryTelephonyCommand } from "./connect-caller.ts";

/**
 * Ends the lines of people who were disabled or lost their role, whoever changed the
 * database. Their callers go on hold with music, unattended, as when a browser is lost.
 */
export async function endLostOperators(deps: DeskDeps): Promise<void> {
  const legs = await findLegsOfLost(deps.db);
  await Promise.all(
    legs.map(({ sid, call }) => tryTelephonyCommand(deps, call, () => deps.telephony.endCall(sid))),
  );
  const at = new Date(deps.clock.now()).toISOString();
  for (const { call, holder } of await findHeldByLost(deps.db)) {
    await changeCall(deps, { call, actor: systemActor }, () => ({
      desk: [{ type: "operator.gone", user: holder, at }],
    }));
  }
}
