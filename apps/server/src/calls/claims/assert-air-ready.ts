import { type AirLack, listMissingForAir, type Reason } from "@linedesk/contract";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { readAirReadyRequired } from "../../stations/line-feeds/set-air-ready.ts";
import type { CallRecord } from "../store/call-record.ts";

const reasons: Record<AirLack, Reason> = {
  radio_on: "radio_not_off",
  not_agreed: "air_not_agreed",
  no_point: "no_point_noted",
};

export interface AirOverride {
  call: CallRecord;
  lacks: readonly AirLack[];
}

/**
 * Returns true for a call that is on air, or that was on air when a restart of the exchange cut off
 * its operator.
 */
function isOnAir({ desk }: CallRecord): boolean {
  return (
    desk.status === "on_air" || (desk.status === "held" && desk.interruption?.wasOnAir === true)
  );
}

/**
 * At a station that requires the air-ready check, throws with the missing items. The check does not
 * apply to callers who are already on air. With `evenIfNotReady`, which is the operator's second
 * confirmation, returns the callers who lack items.
 */
export async function assertAirReady(
  db: Db,
  calls: readonly CallRecord[],
  { evenIfNotReady = false }: { evenIfNotReady?: boolean | undefined } = {},
): Promise<AirOverride[]> {
  const lacking = calls
    .filter((call) => !isOnAir(call))
    .map((call) => ({ call, lacks: listMissingForAir(call) }))
    .filter(({ lacks }) => lacks.length > 0);
  const [first] = lacking;
  if (first === undefined || !(await readAirReadyRequired(db, first.call.station))) {
    return [];
  }
  if (evenIfNotReady) {
    return lacking;
  }
  const name = first.call.caller?.name ?? null;
  const missing = first.lacks.map((lack) => reasons[lack]);
  throw new ApiError(
    name === null
      ? { reason: "caller_not_ready_for_air", params: { missing } }
      : { reason: "not_ready_for_air", params: { name, missing } },
  );
}

export async function recordAirOverrides(db: Db, overrides: readonly AirOverride[], actor: Actor) {
  for (const { call, lacks } of overrides) {
    await recordAudit(db, {
      actor,
      action: "call.air_check_overridden",
      station: call.station,
      subject: ["call", call.id],
      details: { lacks },
    });
  }
}
