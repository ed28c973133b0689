import type { Holder } from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { type DeskState, isQueued } from "../state/desk-state.ts";
import { findCall } from "../store/call-store.ts";
import { memberIds } from "../store/conference-store.ts";
import { findCarriedLegs, type RegisteredLeg } from "../store/leg-store.ts";

export class OnAirFirstError extends InvalidStateError {
  override name = "OnAirFirstError";

  constructor(line: Holder["line"]) {
    super({ reason: "on_air_first", params: { number: line === "line1" ? "1" : "2" } });
  }
}

/**
 * A call on air leaves the air only when the request contains its id. Throws `OnAirFirstError` when
 * the person's line carries such a call, or one that is about to go to air. Ignores the calls
 * `besides` and their conferences.
 */
export async function assertNothingOnAir(
  db: Db,
  { user, line }: Pick<Holder, "user" | "line">,
  besides: readonly string[],
): Promise<void> {
  for (const leg of await findCarriedLegs(db, user, line)) {
    const calls = leg.conference === null ? [leg.call] : await memberIds(db, leg.conference);
    const isBesides = calls.some((call) => besides.includes(call));
    if (!isBesides && (await isAnyOnAir(db, calls, leg))) {
      throw new OnAirFirstError(line);
    }
  }
}

async function isAnyOnAir(db: Db, calls: readonly string[], leg: RegisteredLeg): Promise<boolean> {
  for (const id of calls) {
    const call = await findCall(db, id);
    if (call !== null && staysOnAir(call.desk, leg)) {
      return true;
    }
  }
  return false;
}

/** Returns true for a call that is on air or about to go to air, unless somebody is ending it. */
export function staysOnAir(desk: DeskState, { feedsAir }: { feedsAir: boolean }): boolean {
  if (desk.status === "ended" || desk.leaving !== null) {
    return false;
  }
  return desk.status === "on_air" || (feedsAir && isQueued(desk));
}
