import { addCaller as addEndpoint, type FoundCaller, listCallerRegister } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import { countNumbers } from "../platform/http/number-guesses.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { readGivenNumber } from "../stations/read-given-number.ts";
import { findCallersByNumber, insertCallerOfNumber, lockNumber } from "./caller-store.ts";
import { searchCallers } from "./search-callers.ts";

export function registerCallerRegisterRoutes(api: Api, db: Db): void {
  api.serve(listCallerRegister, async (call) => {
    await call.countGuesses(countNumbers(call.query.find ?? ""));
    const wholeNumbers = (await call.findMasking()) !== null;
    return searchCallers(db, { ...call.query, station: call.params.id, wholeNumbers });
  });
  api.serve(addEndpoint, async ({ params, body, actor }) => ({
    caller: await addCaller(db, { station: params.id, ...body, actor }),
  }));
}

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
      throw new ApiError("conflict", "A caller has this number already.", {
        fields: { number: "is a caller's" },
      });
    }
    const id = await insertCallerOfNumber(trx, { station, number, name: known });
    await recordAudit(trx, { actor, action: "caller.added", station, subject: ["caller", id] });
    const numbers = [{ number, numberDisplay: displayNumber(number) }];
    return { id, name: known, location: null, numbers, calls: 0, lastCallAt: null };
  });
}
