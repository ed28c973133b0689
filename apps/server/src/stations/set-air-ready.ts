import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { findAirReadyRequired, saveAirReadyRequired } from "./air-ready-store.ts";

export const readAirReadyRequired = findAirReadyRequired;

export interface AirReadyRequest {
  station: string;
  required: boolean;
  actor: Actor;
}

export async function setAirReady(db: Db, request: AirReadyRequest): Promise<boolean> {
  const { station, required, actor } = request;
  return db.transaction().execute(async (trx) => {
    await saveAirReadyRequired(trx, station, required);
    await recordAudit(trx, {
      actor,
      action: "station.air_ready_set",
      station,
      details: { required },
    });
    return findAirReadyRequired(trx, station);
  });
}
