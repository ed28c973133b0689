import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import {
  findAirReadyRequired,
  findCallBackDigit,
  saveAirReadyRequired,
  saveCallBackDigit,
} from "./air-ready-store.ts";

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

export const readCallBackDigit = findCallBackDigit;

interface CallBackDigitRequest {
  station: string;
  digit: string | null;
  actor: Actor;
}

export async function setCallBackDigit(
  db: Db,
  { station, digit, actor }: CallBackDigitRequest,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await saveCallBackDigit(trx, station, digit);
    await recordAudit(trx, {
      actor,
      action: "station.call_back_digit_set",
      station,
      details: { digit },
    });
    return findCallBackDigit(trx, station);
  });
}
