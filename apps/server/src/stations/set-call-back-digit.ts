import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { findCallBackDigit, saveCallBackDigit } from "./call-back-digit-store.ts";

export const readCallBackDigit = findCallBackDigit;

export interface CallBackDigitRequest {
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
