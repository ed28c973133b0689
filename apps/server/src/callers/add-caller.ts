import type { FoundCaller } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { readGivenNumber } from "../stations/phone-lines/read-given-number.ts";
import { findCallersByNumber, insertCallerOfNumber, lockNumber } from "./caller-store.ts";

interface NewCaller {
  station: string;
  number: string;
  name: string;
  actor: Actor;
}

export async function addCaller(
  db: Db,
  { station, number: written, name, actor }: NewCaller,
): Promise<FoundCaller> {
  const number = readGivenNumber(written, "number");
  const known = name === "" ? null : name;
  return db.transaction().execute(async (trx) => {
    await lockNumber(trx, station, number);
    if ((await findCallersByNumber(trx, station, number)).length > 0) {
      throw new ApiError("caller_has_number", {
        fields: { number: "is_number_of_caller" },
      });
    }
    const id = await insertCallerOfNumber(trx, { station, number, name: known });
    await recordAudit(trx, { actor, action: "caller.added", station, subject: ["caller", id] });
    const numbers = [{ number, numberDisplay: displayNumber(number) }];
    return { id, name: known, location: null, numbers, calls: 0, lastCallAt: null };
  });
}
