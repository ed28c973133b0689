import type { Trx } from "../db/database.ts";
import {
  countEndedCall,
  deleteCaller,
  findCallerByNumber,
  insertCaller,
  insertNumber,
  type Caller,
} from "./caller-store.ts";

const unknown = { name: null, location: null, blocked: false, endedCalls: 0, lastCallAt: null };

/**
 * The caller of the station with this number, made if there is none [CL1]; null when the number is
 * withheld, as then he is known by his call alone [QU9]. Two calls of a new number at the same
 * moment get the same caller.
 */
export const callerOfNumber = async (
  trx: Trx,
  station: string,
  number: string | null,
): Promise<Caller | null> => {
  if (number === null) return null;
  const known = await findCallerByNumber(trx, station, number);
  if (known !== null) return known;
  const id = await insertCaller(trx, station);
  if (await insertNumber(trx, { station, number, caller: id })) return { id, ...unknown };
  await deleteCaller(trx, id);
  return callerOfNumber(trx, station, number);
};

/** A call of the caller is over: his next one shows that he called before [QU8]. */
export const rememberCall = async (
  trx: Trx,
  caller: { id: string } | null,
  arrivedAt: Date,
): Promise<void> => {
  if (caller !== null) await countEndedCall(trx, caller.id, arrivedAt);
};
