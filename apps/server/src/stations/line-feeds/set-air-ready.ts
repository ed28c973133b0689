import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import {
  findAirReadyRequired,
  findCallBackDigit,
  findDumpAllowed,
  saveAirReadyRequired,
  saveCallBackDigit,
  saveDumpAllowed,
} from "./air-ready-store.ts";
import { publishFeedsChanged } from "./set-line-feed.ts";

export const readAirReadyRequired = findAirReadyRequired;

export async function setAirReady(
  db: Db,
  request: { station: string; required: boolean; actor: Actor },
): Promise<boolean> {
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

export async function setCallBackDigit(
  db: Db,
  { station, digit, actor }: { station: string; digit: string | null; actor: Actor },
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

export const readDumpAllowed = findDumpAllowed;

export async function setDumpAllowed(
  db: Db,
  { station, allowed, actor }: { station: string; allowed: boolean; actor: Actor },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await saveDumpAllowed(trx, station, allowed);
    await recordAudit(trx, {
      actor,
      action: "station.dump_allowed_set",
      station,
      details: { allowed },
    });
    await publishFeedsChanged(trx, station);
    return findDumpAllowed(trx, station);
  });
}
