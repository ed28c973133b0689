import { listAirLacks, type AirLack } from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { readAirReadyRequired } from "../../stations/set-air-ready.ts";
import type { CallRecord } from "../store/call-record.ts";

const words: Record<AirLack, string> = {
  radio_on: "the radio is not said to be off",
  not_agreed: "has not agreed to go to air",
  no_point: "no point is noted",
};

/**
 * Where the station wants it, throws who lacks what of the air-ready check [LN47]. Who is on air
 * already has been let through.
 */
export async function assertAirReady(db: Db, call: CallRecord): Promise<void> {
  const lacks = listAirLacks(call);
  if (lacks.length === 0 || call.desk.status === "on_air") {
    return;
  }
  if (await readAirReadyRequired(db, call.station)) {
    const name = call.caller?.name ?? "This caller";
    const missing = lacks.map((lack) => words[lack]).join(", ");
    throw new ApiError("not_air_ready", `${name} is not ready for air: ${missing}.`);
  }
}
