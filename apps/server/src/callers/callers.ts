import { cleanName } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { toE164, withheld } from "../platform/to-e164.ts";
import { listNumbers } from "./caller-change-store.ts";
import {
  type Caller,
  countEndedCall,
  findCallerByNumber,
  findCallersByNumber,
  findSharingCaller,
  insertCaller,
  insertCallerNumber,
  insertCallerOfNumber,
  listSharers,
  lockNumber,
  updateCaller,
} from "./caller-store.ts";

export type { Caller } from "./caller-store.ts";

const unknown = {
  location: null,
  blocked: false,
  banned: false,
  endedCalls: 0,
  lastCallAt: null,
};

export interface CallingParty {
  station: string;
  number: string | null;
  name: string | null;
}

/**
 * Returns the caller of the station with this number, and creates the caller if needed; `null` for
 * a withheld number, because then only the call identifies the caller. Two simultaneous calls from
 * a new number get the same caller. The network's name is used when nobody has entered one.
 */
export async function findOrCreateCaller(trx: Trx, party: CallingParty): Promise<Caller | null> {
  const { station, number, name } = party;
  if (number === null) {
    return null;
  }
  const known = await findOrLock(trx, station, number);
  if (known !== null) {
    return setMissingName(trx, known, name);
  }
  const id = await insertCallerOfNumber(trx, { station, number, name });
  return { id, name, ...unknown };
}

async function findOrLock(trx: Trx, station: string, number: string): Promise<Caller | null> {
  const known = await findCallerByNumber(trx, station, number);
  if (known !== null) {
    return known;
  }
  await lockNumber(trx, station, number);
  return findCallerByNumber(trx, station, number);
}

async function setMissingName(trx: Trx, known: Caller, name: string | null): Promise<Caller> {
  if (known.name !== null || name === null) {
    return known;
  }
  await updateCaller(trx, known.id, { name });
  return { ...known, name };
}

export function findCallers(db: Db, station: string, number: string): Promise<string[]> {
  return findCallersByNumber(db, station, number);
}

export function findLastCaller(db: Db, station: string, number: string): Promise<Caller | null> {
  return findCallerByNumber(db, station, number);
}

export function findCallerOfStation(
  trx: Trx,
  named: { id: string; station: string; number: string },
): Promise<Caller | null> {
  return findSharingCaller(trx, named);
}

export function createCaller(trx: Trx, station: string): Promise<string> {
  return insertCaller(trx, station);
}

export async function createCallerOf(trx: Trx, station: string, number: string): Promise<string> {
  return insertCallerOfNumber(trx, { station, number, name: null });
}

export const addCallerNumber = insertCallerNumber;

export async function updateCallerDetails(
  trx: Trx,
  id: string,
  known: { name?: string; location?: string; note?: string; by?: string },
): Promise<void> {
  await updateCaller(trx, id, known);
}

export { deleteLapsedFlag, findLapsedFlags } from "./caller-store.ts";

export async function recordEndedCall(trx: Trx, caller: { id: string } | null, arrivedAt: Date) {
  if (caller !== null) {
    await countEndedCall(trx, caller.id, arrivedAt);
  }
}

export const findSharers = listSharers;

export const findNumbers = listNumbers;

const LONGEST = 100;

/**
 * Returns the network's name for a caller in a form that is safe to store; `null` without a name.
 * The caller controls this text, so the function removes control and direction characters and joins
 * spaces. A text that only repeats the number does not count as a name.
 */
export function parseCallerName(reported: string | null | undefined): string | null {
  const plain = cleanName((reported ?? "").replaceAll(/\p{Z}+/gu, " "))
    .replaceAll(/[\p{Co}\p{Cn}\p{Cs}]/gu, "")
    .replaceAll(/ +/g, " ");
  const name = Array.from(plain.trim()).slice(0, LONGEST).join("").trim();
  const isName = /\p{L}/u.test(name) && !withheld.has(name.toLowerCase()) && toE164(name) === null;
  return isName ? name : null;
}
