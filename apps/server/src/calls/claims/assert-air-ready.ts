import { type AirLack, listAirLacks } from "@linedesk/contract";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { readAirReadyRequired } from "../../stations/set-air-ready.ts";
import type { CallRecord } from "../store/call-record.ts";

const words: Record<AirLack, string> = {
  radio_on: "the radio is not said to be off",
  not_agreed: "has not agreed to go to air",
  no_point: "no point is noted",
};

export interface AirOverride {
  call: CallRecord;
  lacks: readonly AirLack[];
}

/**
 * Where the station wants it, throws who lacks what of the air-ready check. Who is on air
 * already has been let through. With a second press it answers whom it lets through all the same.
 */
export async function assertAirReady(
  db: Db,
  calls: readonly CallRecord[],
  { evenIfNotReady = false }: { evenIfNotReady?: boolean | undefined } = {},
): Promise<AirOverride[]> {
  const lacking = calls
    .filter(({ desk }) => desk.status !== "on_air")
    .map((call) => ({ call, lacks: listAirLacks(call) }))
    .filter(({ lacks }) => lacks.length > 0);
  const [first] = lacking;
  if (first === undefined || !(await readAirReadyRequired(db, first.call.station))) {
    return [];
  }
  if (evenIfNotReady) {
    return lacking;
  }
  const name = first.call.caller?.name ?? "This caller";
  const missing = first.lacks.map((lack) => words[lack]).join(", ");
  throw new ApiError("not_air_ready", `${name} is not ready for air: ${missing}.`);
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
